import { performance } from 'node:perf_hooks';

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
  /** What came after the model's last answer: text of people, nudges, hooks' context; no results. */
  lastUserText: string;
  /** Results among what came after the model's last answer. */
  toolResults: readonly ToolResult[];
  /** Every result in the conversation. */
  allToolResults: readonly ToolResult[];
  /** Ids of the messages in results of check_inbox, anywhere in the conversation. */
  messageIds: readonly string[];
  /** Marks `(#…)` of nudges after the model's last answer. */
  nudges: readonly string[];
  /** What no earlier request of this conversation held. */
  news: readonly Block[];
}

export interface Arrival {
  n: number;
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
  const memory = memoryOf(session);
  const news: Block[] = [];
  const seen = new Map<string, number>();
  let length = 0;
  const turns = list(body['messages']).map((raw): Turn => {
    const message = fields(raw);
    const blocks = blocksOf(message['content']).map((block) => {
      const words = JSON.stringify(block);
      // The same words said twice are news the second time.
      const nth = (seen.get(words) ?? 0) + 1;
      seen.set(words, nth);
      length += 1;
      const known = memory.blocks.get(`${nth} ${words}`);
      if (known !== undefined) return known;
      memory.blocks.set(`${nth} ${words}`, block);
      news.push(block);
      return block;
    });
    return { role: roleOf(message['role']), blocks };
  });
  const fresh = turns.slice(turns.findLastIndex(({ role }) => role === 'assistant') + 1);
  const names = new Map(
    turns.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name]] : [])),
    ) as [string, string][],
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
  const textIn = (some: readonly Turn[]): string =>
    some
      .flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])))
      .join('\n');
  const tools = list(body['tools']).map((tool) => str(fields(tool)['name']));
  const lastUserText = textIn(fresh.filter(({ role }) => role === 'user'));
  const allToolResults = resultsIn(turns);
  const system = `${plainText(body['system'])}\n${textIn(turns.filter(({ role }) => role === 'system'))}`;
  const purpose = purposeOf(path, tools, lastUserText);
  const role = headers[ROLE_HEADER];
  if (purpose === 'turn') {
    const again = news.length === 0 && length === memory.length;
    memory.repeats = again ? memory.repeats + 1 : 0;
    memory.length = length;
  }
  return {
    n,
    role: typeof role === 'string' ? role : roleBySystem(system),
    session,
    purpose,
    isMain: purpose === 'turn',
    model: str(body['model']),
    stream: body['stream'] === true,
    retry: purpose === 'turn' ? memory.repeats : 0,
    at: performance.now(),
    wall: Date.now(),
    system,
    turns,
    tools,
    lastUserText,
    toolResults: resultsIn(fresh),
    allToolResults,
    messageIds: [...new Set(allToolResults.flatMap(lettersIn).map(({ id }) => id))],
    nudges: [...textIn(fresh).matchAll(MARK)].map(([, mark = '']) => mark),
    news,
  };
}

/** One message as check_inbox gave it. */
export interface Letter {
  id: string;
  from: string;
  body: string;
  redelivered: boolean;
}

// The body is indented by a tab, so no line of it can pass for the head of a message.
const HEAD = /^#\d+ from ([a-z][a-z0-9_-]*) \((.*), ([0-9a-z]{9}(?:-[0-9a-z]+){1,5})\): (".*")$/;

/** The messages in a result of check_inbox; none in any other. Either face of the reply is read. */
export function lettersIn({ tool, text, isError }: ToolResult): Letter[] {
  if (isError || !tool.endsWith('check_inbox')) return [];
  const data = parsed(text);
  if (data !== undefined) {
    return list(fields(data)['messages']).map((raw) => {
      const { id, from, body, redelivered } = fields(raw);
      const again = typeof redelivered === 'number' && redelivered > 0;
      return { id: str(id), from: str(from), body: str(body), redelivered: again };
    });
  }
  const letters: Letter[] = [];
  for (const line of text.split('\n')) {
    const [head, from = '', notes = '', id = ''] = HEAD.exec(line) ?? [];
    const last = letters.at(-1);
    if (head !== undefined) {
      letters.push({ id, from, body: '', redelivered: notes.split(', ').length > 2 });
    } else if (last !== undefined && line.startsWith('\t')) {
      last.body += `${last.body === '' ? '' : '\n'}${line.slice(1)}`;
    }
  }
  return letters;
}

/** Whether a result of check_inbox says that there is more. */
export function saysMore({ tool, text }: ToolResult): boolean {
  if (!tool.endsWith('check_inbox')) return false;
  const remaining = fields(parsed(text))['remaining'];
  if (typeof remaining === 'number') return remaining > 0;
  return text.split('\n').some((line) => /^(?!#|\t).*check_inbox/.test(line));
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

const str = (value: unknown): string => (typeof value === 'string' ? value : '');

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
