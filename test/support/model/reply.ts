import { RELAY_SERVER } from '../../../src/agent/relay-config.ts';

/** Holds answers back until it is opened. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
  /** How many answers wait at it. */
  waiting: number;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open, waiting: 0 };
}

/** How an answer is given, where it is not given at once. */
export interface Pace {
  /** Nothing at all is sent before it opens, not even the status line. */
  before?: Gate;
  /** The answer begins, and its first half is sent; the rest when it opens. */
  midway?: Gate;
  /** One long generation: text goes out in pieces, so many milliseconds apart. */
  everyMs?: number;
  pieces?: number;
}

export interface ToolCall {
  tool: string;
  input: object;
}

export type Reply =
  | ({ say: string; calls: readonly ToolCall[] } & Pace)
  | ({ status: number; kind: string; message: string; retryAfter?: number } & Pick<Pace, 'before'>)
  | { hangUp: true };

/** Ends the turn with a text. */
export const say = (text: string, pace: Pace = {}): Reply => ({ say: text, calls: [], ...pace });

/** Calls tools, by their full names, all in one answer. */
export const call = (calls: readonly ToolCall[], pace: Pace = {}): Reply => ({
  say: '',
  calls,
  ...pace,
});

/** A tool of the relay by its short name. */
export const relayCall = (tool: string, input: object = {}): ToolCall => ({
  tool: `mcp__${RELAY_SERVER}__${tool}`,
  input,
});

export const bash = (command: string): ToolCall => ({
  tool: 'Bash',
  input: { command, description: 'a step of the script' },
});

const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/** An error in the API's own words. Claude Code tries 429, 500 and 529 again by itself. */
export const refuse = (status: number, retryAfter?: number): Reply => ({
  status,
  kind: KINDS[status] ?? 'api_error',
  message: `scripted ${status}`,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** The connection ends without an answer. */
export const hangUp = (): Reply => ({ hangUp: true });
