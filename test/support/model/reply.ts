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
  | ({ status: number; message: string; retryAfter?: number } & Pick<Pace, 'before'>)
  | { hangUp: true };

/** Ends the turn with a text. */
export const say = (text: string, pace: Pace = {}): Reply => ({ say: text, calls: [], ...pace });

/** Calls tools, all in one answer. Their names become those that the request offers them by. */
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

/** What Claude calls its shell; others' is found by what it takes. */
export const BASH = 'Bash';

export const bash = (command: string): ToolCall => ({
  tool: BASH,
  input: { command, description: 'a step of the script' },
});

/** An error in the API's own words, 529 as 503 where there is no such status. 429, 500 and 529 are tried again by the programs. */
export const refuse = (status: number, retryAfter?: number): Reply => ({
  status,
  message: `scripted ${status}`,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** The connection ends without an answer. */
export const hangUp = (): Reply => ({ hangUp: true });
