import { deltas, inPieces, joined, type Chunk, type Dialect } from './dialect.ts';
import { fields, list, parsed, plainText, str } from './json.ts';
import { ROLE_HEADER, textAfterAnswer } from './request.ts';
import type { Block, ModelRequest, Purpose, Turn } from './request.ts';

/** Anthropic's Messages API: Claude Code. */
export const messages: Dialect = {
  hears: (path) => path.startsWith('/v1/messages'),

  read({ path, headers, body: raw }) {
    const body = fields(raw);
    const turns = list(body['messages']).map((message): Turn => {
      const { role, content } = fields(message);
      return { role: roleOf(role), blocks: blocksOf(content) };
    });
    const offered = list(body['tools']).map((tool) => {
      const { name, input_schema: schema } = fields(tool);
      return { name: str(name), schema };
    });
    const header = headers['x-claude-code-session-id'];
    const user = parsed(str(fields(body['metadata'])['user_id']));
    const seat = headers[ROLE_HEADER];
    const names = offered.map(({ name }) => name);
    return {
      session: typeof header === 'string' ? header : str(fields(user)['session_id']),
      ...(typeof seat === 'string' && { role: seat }),
      purpose: purposeOf(path, names, textAfterAnswer(turns)),
      model: str(body['model']),
      stream: body['stream'] === true,
      system: plainText(body['system']),
      turns,
      offered,
    };
  },

  whole(request, said) {
    const text = joined(said);
    const content = [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...said.calls.map(({ tool: name, input, id }) => ({ type: 'tool_use', id, name, input })),
    ];
    return { ...frame(request), content, stop_reason: stopOf(said.calls) };
  },

  stream(request, said) {
    const event = (type: string, data: object): Chunk => ({ event: type, data: { type, ...data } });
    const block = (index: number, start: object, inner: readonly Chunk[]): Chunk[] => [
      event('content_block_start', { index, content_block: start }),
      ...inner,
      event('content_block_stop', { index }),
    ];
    const delta = (index: number, data: object): Chunk =>
      event('content_block_delta', { index, delta: data });
    const texts = said.pieces.length === 0 ? 0 : 1;
    return [
      event('message_start', { message: frame(request) }),
      event('ping', {}),
      ...(texts === 0
        ? []
        : block(
            0,
            { type: 'text', text: '' },
            deltas(said.pieces, (text) => delta(0, { type: 'text_delta', text })),
          )),
      ...said.calls.flatMap(({ tool: name, input, id }, i) =>
        block(
          i + texts,
          { type: 'tool_use', id, name, input: {} },
          deltas(inPieces(JSON.stringify(input), 2), (partial) =>
            delta(i + texts, { type: 'input_json_delta', partial_json: partial }),
          ),
        ),
      ),
      event('message_delta', {
        delta: { stop_reason: stopOf(said.calls), stop_sequence: null },
        usage: { output_tokens: 20 },
      }),
      event('message_stop', {}),
    ];
  },

  refusal: (status, message, n) => ({
    status,
    body: {
      type: 'error',
      error: { type: KINDS[status] ?? 'api_error', message },
      request_id: `req_${n}`,
    },
  }),

  count: (tokens) => ({ input_tokens: tokens }),
};

const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

const stopOf = (calls: readonly unknown[]): string => (calls.length > 0 ? 'tool_use' : 'end_turn');

function frame({ n, model }: ModelRequest): object {
  const usage = {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  };
  return {
    id: `msg_${n}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

function purposeOf(path: string, tools: readonly string[], lastText: string): Purpose {
  if (path.includes('count_tokens')) return 'count';
  if (lastText.includes('Your task is to create a detailed summary')) return 'compaction';
  return tools.includes('Bash') || tools.some((name) => name.startsWith('mcp__')) ? 'turn' : 'side';
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

const roleOf = (value: unknown): Turn['role'] =>
  value === 'assistant' || value === 'system' ? value : 'user';
