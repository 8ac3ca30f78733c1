import {
  begins,
  deltas,
  inPieces,
  joined,
  textBlock,
  type Chunk,
  type Dialect,
} from './dialect.ts';
import { fields, list, parsed, plainText, str } from './json.ts';
import { refusal } from './openai.ts';
import { textsToTell, type Block, type ModelRequest, type Purpose, type Turn } from './request.ts';

/** OpenAI's chat completions: opencode, Qwen Code and Copilot. */
export const chat: Dialect = {
  hears: (path) => /^(\/v1)?\/chat\/completions(\?|$)/.test(path),

  read({ headers, body: raw }) {
    const body = fields(raw);
    const turns = list(body['messages']).map((message) => turnOf(fields(message)));
    const offered = list(body['tools']).map((tool) => {
      const { name, parameters: schema } = fields(fields(tool)['function']);
      return { name: str(name), schema };
    });
    const session = str(headers['x-session-id']);
    const { type, json_schema: json } = fields(body['response_format']);
    return {
      ...(session !== '' && { session }),
      purpose: purposeOf(turns, offered.length),
      model: str(body['model']),
      stream: body['stream'] === true,
      system: '',
      turns,
      offered,
      ...(type === 'json_schema' && { wanted: fields(json)['schema'] }),
    };
  },

  whole(request, said) {
    const calls = said.calls.map(callOf);
    const message = {
      role: 'assistant',
      content: joined(said),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    const choice = { index: 0, message, finish_reason: stopOf(calls) };
    return { ...frame(request), object: 'chat.completion', choices: [choice], usage: USAGE };
  },

  stream(request, said) {
    const base = { ...frame(request), object: 'chat.completion.chunk' };
    const part = (delta: object, finish: string | null = null): Chunk => ({
      data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }] },
    });
    return [
      part({ role: 'assistant', content: '' }),
      ...deltas(said.pieces, (content) => part({ content })),
      ...said.calls
        .map(callOf)
        .flatMap(({ function: { name, arguments: all }, ...call }, index) => {
          const begun = { index, ...call, function: { name, arguments: '' } };
          return [
            part({ tool_calls: [begun] }),
            ...deltas(inPieces(all, 2), (words) =>
              part({ tool_calls: [{ index, function: { arguments: words } }] }),
            ),
          ];
        }),
      part({}, stopOf(said.calls)),
      { data: { ...base, choices: [], usage: USAGE } },
      { data: '[DONE]' },
    ];
  },

  refusal,
};

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

const frame = ({ n, model }: ModelRequest): object => ({ id: `chat_${n}`, created: 0, model });

const stopOf = (calls: readonly unknown[]): string => (calls.length > 0 ? 'tool_calls' : 'stop');

const callOf = ({ id, tool, input }: { id: string; tool: string; input: object }) => ({
  id,
  type: 'function',
  function: { name: tool, arguments: JSON.stringify(input) },
});

const COMPACTION = [
  'You are a context summarization agent',
  'You are the component that summarizes a conversation',
  'Please create a detailed summary of the conversation so far',
];
/** Qwen's ghost suggestions and its memory carry the conversation, and the tools of a coder. */
const SIDE = ['[SUGGESTION MODE', 'You are now acting as the managed memory extraction subagent'];

/** Titles come without tools, and an answer that must fit a schema as the call of a single one. */
function purposeOf(turns: readonly Turn[], tools: number): Purpose {
  const texts = textsToTell(turns);
  if (begins(texts, COMPACTION)) return 'compaction';
  return tools < 2 || begins(texts, SIDE) ? 'side' : 'turn';
}

function turnOf(message: Record<string, unknown>): Turn {
  const { role, content } = message;
  if (role === 'tool') {
    const result = { tool_use_id: str(message['tool_call_id']), content: plainText(content) };
    return { role: 'user', blocks: [{ type: 'tool_result', ...result }] };
  }
  const calls = list(message['tool_calls']).map((raw): Block => {
    const { id, function: called } = fields(raw);
    const { name, arguments: input } = fields(called);
    return { type: 'tool_use', id: str(id), name: str(name), input: parsed(str(input)) };
  });
  const texts =
    typeof content === 'string'
      ? [textBlock(content)]
      : list(content).map((part) => textBlock(str(fields(part)['text'])));
  return {
    role: role === 'assistant' ? role : role === 'user' ? role : 'system',
    blocks: [...texts.filter((block) => block.type !== 'text' || block.text !== ''), ...calls],
  };
}
