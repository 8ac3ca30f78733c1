import {
  deltas,
  joined,
  textBlock,
  type Chunk,
  type Dialect,
  type OfferedTool,
} from './dialect.ts';
import { fields, list, parsed, plainText, str } from './json.ts';
import { refusal } from './openai.ts';
import type { ModelRequest, Purpose, Turn } from './request.ts';

/** OpenAI's Responses API: Codex. */
export const responses: Dialect = {
  hears: (path) => /^(\/v1)?\/responses(\?|$)/.test(path),

  read({ headers, body: raw }) {
    const body = fields(raw);
    const about = fields(parsed(str(headers['x-codex-turn-metadata'])));
    const session = str(about['thread_id']) || str(headers['session-id']);
    return {
      ...(session !== '' && { session }),
      purpose: purposeOf(about, list(body['tools'])),
      model: str(body['model']),
      stream: body['stream'] === true,
      system: str(body['instructions']),
      turns: list(body['input']).map(turnOf),
      offered: list(body['tools']).flatMap((tool) => toolsIn(fields(tool))),
      ...wantedOf(body),
    };
  },

  whole: (request, said) => finished(request, itemsOf(request, said)),

  stream(request, said) {
    const event = (type: string, data: object): Chunk => ({ event: type, data: { type, ...data } });
    const items = itemsOf(request, said);
    return [
      event('response.created', { response: frame(request) }),
      ...items.flatMap((item, index): Chunk[] => {
        const place = { item_id: item.id, output_index: index, content_index: 0 };
        return [
          event('response.output_item.added', { output_index: index, item: { ...item, ...BEGUN } }),
          ...(item.type === 'message'
            ? deltas(said.pieces, (delta) =>
                event('response.output_text.delta', { ...place, delta }),
              )
            : []),
          event('response.output_item.done', { output_index: index, item }),
        ];
      }),
      event('response.completed', { response: finished(request, items) }),
    ];
  },

  refusal,
};

const BEGUN = { status: 'in_progress', content: [] };

/** Codex tells what it asks for, and in which of its threads: a title is asked for in one of its own. */
function purposeOf(about: Record<string, unknown>, tools: readonly unknown[]): Purpose {
  const { request_kind: kind, thread_source: source = 'user' } = about;
  if (str(kind).includes('compact')) return 'compaction';
  const isTurn = kind === undefined ? tools.length > 0 : kind === 'turn';
  return isTurn && source === 'user' ? 'turn' : 'side';
}

function turnOf(raw: unknown): Turn {
  const item = fields(raw);
  const { type, call_id: id, name, namespace } = item;
  switch (type) {
    case 'function_call': {
      const full = nameOf(str(name), str(namespace));
      const input = parsed(str(item['arguments']));
      return {
        role: 'assistant',
        blocks: [{ type: 'tool_use', id: str(id), name: full, input }],
      };
    }
    case 'function_call_output': {
      const content = plainText(item['output']);
      return { role: 'user', blocks: [{ type: 'tool_result', tool_use_id: str(id), content }] };
    }
    case 'message':
    case undefined: {
      const role = item['role'];
      const content = item['content'];
      const blocks =
        typeof content === 'string'
          ? [textBlock(content)]
          : list(content).map((part) => textBlock(str(fields(part)['text'])));
      return {
        role:
          role === 'assistant'
            ? role
            : role === 'developer' || role === 'system'
              ? 'system'
              : 'user',
        blocks,
      };
    }
    default:
      return { role: 'assistant', blocks: [{ type: 'other', what: str(type) }] };
  }
}

const nameOf = (name: string, namespace: string): string =>
  namespace === '' ? name : `${namespace}__${name}`;

function toolsIn(tool: Record<string, unknown>): OfferedTool[] {
  const { type, name, parameters: schema } = tool;
  if (type === 'function') return [{ name: str(name), schema }];
  if (type !== 'namespace') return [];
  const namespace = str(name);
  return list(tool['tools']).map((raw) => {
    const { name: inner, parameters } = fields(raw);
    return { name: nameOf(str(inner), namespace), schema: parameters, namespace };
  });
}

function wantedOf(body: Record<string, unknown>): { wanted?: unknown } {
  const { type, schema } = fields(fields(body['text'])['format']);
  return type === 'json_schema' ? { wanted: schema } : {};
}

interface Item {
  id: string;
  type: string;
  status: string;
}

function itemsOf({ n }: ModelRequest, said: Parameters<Dialect['whole']>[1]): Item[] {
  const text = joined(said);
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', content };
  const status = 'completed';
  return [
    ...(text === '' ? [] : [{ ...message, status }]),
    ...said.calls.map(({ id, tool, namespace, input }) => ({
      id: `fc_${id}`,
      type: 'function_call',
      status,
      call_id: id,
      name: namespace === undefined ? tool : tool.slice(namespace.length + 2),
      ...(namespace !== undefined && { namespace }),
      arguments: JSON.stringify(input),
    })),
  ];
}

const frame = ({ n, model }: ModelRequest): object => ({
  id: `resp_${n}`,
  object: 'response',
  created_at: 0,
  status: 'in_progress',
  model,
  output: [],
});

const finished = (request: ModelRequest, output: readonly Item[]): object => ({
  ...frame(request),
  status: 'completed',
  output,
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  },
});
