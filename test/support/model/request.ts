import { lettersIn } from './inbox-result.ts';
import { fields, list, parsed, str } from './json.ts';

/** A part of a message as the Messages API has it; what a string stands for is one text block. */
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
 * What a request is for. Claude Code also asks for titles and summaries of its own accord, and these
 * carry the conversation too: only a `turn` is the agent's own.
 */
export type Purpose = 'turn' | 'compaction' | 'side' | 'count';

/** One request, read. Everything a rule needs to know, and nothing it must remember itself. */
export interface ModelRequest {
  n: number;
  /** The seat it comes from: `--name` of the claude that asks, see docs/scripted-model.md. */
  role: string;
  /** The conversation, by Claude's own id: /clear begins another. */
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

export interface Arrival {
  n: number;
  at: number;
  wall: number;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
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

export function readRequest(arrival: Arrival, memoryOf: (session: string) => Memory): ModelRequest {
  const { n, path, headers } = arrival;
  const body = fields(arrival.body);
  const session = sessionOf(headers, body);
  const raw = list(body['messages']).map((message): Turn => {
    const { role, content } = fields(message);
    return { role: roleOf(role), blocks: blocksOf(content) };
  });
  const tools = list(body['tools']).map((tool) => str(fields(tool)['name']));
  const purpose = purposeOf(path, tools, textIn(afterAnswer(raw)));
  const { turns, news, repeats } = recall(memoryOf(session), raw, purpose === 'turn');
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
  const system = `${plainText(body['system'])}\n${textIn(turns.filter(({ role }) => role === 'system'))}`;
  const seat = headers[ROLE_HEADER];
  return {
    n,
    role: typeof seat === 'string' ? seat : roleBySystem(system),
    session,
    purpose,
    isMain: purpose === 'turn',
    model: str(body['model']),
    stream: body['stream'] === true,
    retry: repeats,
    at: arrival.at,
    wall: arrival.wall,
    system,
    turns,
    tools,
    lastUserText: textIn(fresh.filter(({ role }) => role === 'user')),
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

const textIn = (turns: readonly Turn[]): string =>
  turns
    .flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])))
    .join('\n');

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

function purposeOf(path: string, tools: readonly string[], lastUserText: string): Purpose {
  if (path.includes('count_tokens')) return 'count';
  if (lastUserText.includes('Your task is to create a detailed summary')) return 'compaction';
  return tools.includes('Bash') || tools.some((name) => name.startsWith('mcp__')) ? 'turn' : 'side';
}

/** For a claude that was started without our wrapper: its relay introduces it. */
const roleBySystem = (system: string): string =>
  /## ovld-relay\s+You are ([a-z][a-z0-9_-]*)\./.exec(system)?.[1] ?? 'unknown';

function sessionOf(headers: Arrival['headers'], body: Record<string, unknown>): string {
  const header = headers['x-claude-code-session-id'];
  if (typeof header === 'string') return header;
  const user = parsed(str(fields(body['metadata'])['user_id']));
  return str(fields(user)['session_id']);
}

function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content).map((raw): Block => {
    const block = fields(raw);
    const { type } = block;
    if (type === 'text') return { type, text: str(block['text']) };
    if (type === 'tool_use') {
      const { id, name, input } = block;
      return { type, id: str(id), name: str(name), input };
    }
    if (type === 'tool_result') {
      const failed = block['is_error'] === true ? { is_error: true } : {};
      const { tool_use_id: id, content: inner } = block;
      return { type, tool_use_id: str(id), content: plainText(inner), ...failed };
    }
    return { type: 'other', what: str(type) };
  });
}

function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => str(fields(block)['text']))
    .join('\n');
}

const roleOf = (value: unknown): Turn['role'] =>
  value === 'assistant' || value === 'system' ? value : 'user';
