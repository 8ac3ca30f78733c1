import * as z from 'zod/mini';
import { RELAY_SERVER } from '../relay-config.ts';

type Json = Record<string, unknown>;

/** What of ours stands in opencode's configuration, beside all that the person has there. */
export interface OwnConfig {
  relay: { command: string; args: readonly string[]; env: Readonly<Record<string, string>> };
  /** The path of the ritual. */
  instructions?: string;
  model?: string;
  /** Which of opencode's agents answers where a prompt does not say. */
  mode?: string;
  permission?: Readonly<Record<string, string>>;
}

/** A machine with much to do starts a relay slower than the five seconds that opencode gives a server. */
const RELAY_TIMEOUT_MS = 30_000;

/**
 * The configuration opencode takes from its environment. It is merged with the person's files by opencode itself, but the
 * variable is one: what the person has in it is kept, and ours put beside. Undefined where that cannot be read.
 */
export function mergeConfig(theirs: string | undefined, own: OwnConfig): string | undefined {
  const base = theirs === undefined || theirs.trim() === '' ? {} : parseJsonc(theirs);
  if (base === undefined) return undefined;
  const { relay, instructions, model, mode } = own;
  return JSON.stringify({
    ...base,
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { default_agent: mode }),
    mcp: {
      ...asObject(base['mcp']),
      [RELAY_SERVER]: {
        type: 'local',
        command: [relay.command, ...relay.args],
        environment: relay.env,
        enabled: true,
        timeout: RELAY_TIMEOUT_MS,
      },
    },
    // The last rule that fits counts.
    permission: {
      ...asRules(base['permission']),
      ...own.permission,
      [`${RELAY_SERVER}_*`]: 'allow',
    },
    ...(instructions !== undefined && {
      instructions: [...asList(base['instructions']), instructions],
    }),
  });
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** One word stands for all tools. */
const asRules = (value: unknown): Json =>
  typeof value === 'string' ? { '*': value } : asObject(value);

const objectSchema = z.lazy(() => z.record(z.string(), z.unknown()));

/** opencode takes comments and commas before a closing bracket. */
function parseJsonc(text: string): Json | undefined {
  for (const read of [text, withoutExtras(text)]) {
    try {
      return objectSchema.parse(JSON.parse(read));
    } catch {
      // The other way, or none.
    }
  }
  return undefined;
}

const COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const COMMA = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;

const withoutExtras = (text: string): string =>
  [COMMENT, COMMA].reduce(
    (left, extra) => left.replaceAll(extra, (_, quoted?: string) => quoted ?? ''),
    text,
  );
