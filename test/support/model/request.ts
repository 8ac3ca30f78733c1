import type { Arrival, Asked, OfferedTool } from './dialect.ts';
import { lettersIn } from './inbox-result.ts';
import { plainText } from './json.ts';

/** A part of a message, by the Messages API's words in every dialect. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; tool_use_id: string; content: unknown; is_error?: boolean }
  | { type: 'other'; what: string };

export interface Turn {
  role: 'user' | 'assistant' | 'system';
  blocks: readonly Block[];
}

export interface ToolResult {
  id: string;
  /** The tool whose result it is; '' where its call is no longer in the conversation. */
  tool: string;
  text: string;
  isError: boolean;
}

/**
 * What a request is for. Programs also ask for titles and summaries of their own accord, and these
 * carry the conversation too: only a `turn` is the agent's own.
 */
export type Purpose = 'turn' | 'compaction' | 'side' | 'count';

/** One request, read. Everything a rule needs to know, and nothing it must remember itself. */
export interface ModelRequest {
  n: number;
  /** The seat it comes from, see docs/scripted-model.md. */
  role: string;
  /** The conversation by the program's own id; by the role where it tells none. */
  session: string;
  purpose: Purpose;
  /** A turn of the agent itself. */
  isMain: boolean;
  model: string;
  stream: boolean;
  /** How often the very same was asked before: its client tries again, and its own count stays 0. */
  retry: number;
  /** Monotonic arrival, as `performance.now()`. */
  at: number;
  /** Arrival on the wall clock. */
  wall: number;
  /** The system prompt, and every system message in the conversation. */
  system: string;
  turns: readonly Turn[];
  tools: readonly string[];
  /** The same with what they take. */
  offered: readonly OfferedTool[];
  /** The schema that the answer must fit, where JSON is asked for. */
  wanted?: unknown;
  /** The user's text after the model's last answer: a person's, a keystroke nudge, an idle socket's. */
  lastUserText: string;
  /** All text since then. Hooks' context, and the socket's in a running turn, are system messages. */
  heard: string;
  /** Results among what came after the model's last answer. */
  toolResults: readonly ToolResult[];
  /** Every result in the conversation. */
  allToolResults: readonly ToolResult[];
  /** Ids of the messages in results of check_inbox, anywhere in the conversation. */
  messageIds: readonly string[];
  /** Marks `(#…)` of nudges after the model's last answer. */
  nudges: readonly string[];
  /** What no earlier turn of this conversation held. */
  news: readonly Block[];
  newToolResults: readonly ToolResult[];
}

/** What one conversation has said so far, each block once however often requests repeat it. */
export interface Memory {
  blocks: Map<string, Block>;
  /** How many blocks the latest request had, and how often it came again. */
  length: number;
  repeats: number;
}

export const emptyMemory = (): Memory => ({ blocks: new Map(), length: 0, repeats: 0 });

const MARK = /\(#([0-9A-Za-z_.-]+)\)/g;
export const ROLE_HEADER = 'x-ovld-role';

export function readRequest(
  { n, at, wall, seat }: Arrival,
  asked: Asked,
  memoryOf: (session: string) => Memory,
): ModelRequest {
  const { purpose, model, stream, offered, wanted } = asked;
  const role = asked.role ?? seat ?? roleBySystem(`${asked.system}\n${systemIn(asked.turns)}`);
  const session = asked.session ?? role;
  const { turns, news, repeats } = recall(memoryOf(session), asked.turns, purpose === 'turn');
  const fresh = afterAnswer(turns);
  const names = new Map(
    turns.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name]] : [])),
    ),
  );
  const resultsIn = (some: readonly Turn[]): ToolResult[] =>
    some.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.type === 'tool_result'
          ? [
              {
                id: block.tool_use_id,
                tool: names.get(block.tool_use_id) ?? '',
                text: plainText(block.content),
                isError: block.is_error === true,
              },
            ]
          : [],
      ),
    );
  const allToolResults = resultsIn(turns);
  return {
    n,
    role,
    session,
    purpose,
    isMain: purpose === 'turn',
    model,
    stream,
    retry: repeats,
    at,
    wall,
    system: `${asked.system}\n${systemIn(turns)}`,
    turns,
    tools: offered.map(({ name }) => name),
    offered,
    ...(wanted !== undefined && { wanted }),
    lastUserText: textIn(fresh.filter((turn) => turn.role === 'user')),
    heard: textIn(fresh),
    toolResults: resultsIn(fresh),
    allToolResults,
    messageIds: [...new Set(allToolResults.flatMap(lettersIn).map(({ id }) => id))],
    nudges: [...new Set([...textIn(fresh).matchAll(MARK)].map(([, mark = '']) => mark))],
    news,
    newToolResults: resultsIn([{ role: 'user', blocks: news }]),
  };
}

const afterAnswer = (turns: readonly Turn[]): readonly Turn[] =>
  turns.slice(turns.findLastIndex(({ role }) => role === 'assistant') + 1);

/** The texts of the system, and those since the model's last answer. */
export const textsToTell = (turns: readonly Turn[]): string[] =>
  [...turns.filter(({ role }) => role === 'system'), ...afterAnswer(turns)].flatMap(textsOf);

/** All text since the model's last answer. */
export const textAfterAnswer = (turns: readonly Turn[]): string => textIn(afterAnswer(turns));

const systemIn = (turns: readonly Turn[]): string =>
  textIn(turns.filter(({ role }) => role === 'system'));

const textIn = (turns: readonly Turn[]): string => turns.flatMap(textsOf).join('\n');

const textsOf = ({ blocks }: Turn): string[] =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));

/** What of it is known, and what is new; only the agent's own turns are remembered. */
function recall(
  memory: Memory,
  raw: readonly Turn[],
  remember: boolean,
): { turns: Turn[]; news: Block[]; repeats: number } {
  const news: Block[] = [];
  const seen = new Map<string, number>();
  const turns = raw.map(({ role, blocks }) => ({
    role,
    blocks: blocks.map((block) => {
      const words = JSON.stringify(block);
      // The same words said twice are news the second time.
      const nth = (seen.get(words) ?? 0) + 1;
      seen.set(words, nth);
      const known = memory.blocks.get(`${nth} ${words}`);
      if (known !== undefined) return known;
      if (remember) memory.blocks.set(`${nth} ${words}`, block);
      news.push(block);
      return block;
    }),
  }));
  const length = turns.reduce((sum, { blocks }) => sum + blocks.length, 0);
  if (!remember) return { turns, news, repeats: 0 };
  memory.repeats = news.length === 0 && length === memory.length ? memory.repeats + 1 : 0;
  memory.length = length;
  return { turns, news, repeats: memory.repeats };
}

/** For a claude that was started without our wrapper: its relay introduces it. */
const roleBySystem = (system: string): string =>
  /## ovld-relay\s+You are ([a-z][a-z0-9_-]*)\./.exec(system)?.[1] ?? 'unknown';
