import {
  begins,
  deltas,
  joined,
  textBlock,
  type Chunk,
  type Dialect,
  type Said,
} from './dialect.ts';
import { fields, list, plainText, str } from './json.ts';
import type { Block, ModelRequest, Purpose, Turn } from './request.ts';

const PATH = /^\/v1(?:beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)/;

/** Google's Gemini API: Gemini CLI. */
export const gemini: Dialect = {
  hears: (path) => PATH.test(path),

  read({ path, body: raw }) {
    const body = fields(raw);
    const [, model = '', method = ''] = PATH.exec(path) ?? [];
    const declared = list(body['tools']).flatMap((tool) =>
      list(fields(tool)['functionDeclarations']),
    );
    const offered = declared.map((tool) => {
      const { name, parametersJsonSchema, parameters } = fields(tool);
      return { name: str(name), schema: parametersJsonSchema ?? parameters };
    });
    const { responseJsonSchema, responseSchema } = fields(body['generationConfig']);
    const wanted = responseJsonSchema ?? responseSchema;
    const system = plainText(fields(body['systemInstruction'])['parts']);
    return {
      purpose: purposeOf(method, system, offered.length),
      model,
      stream: method === 'streamGenerateContent',
      system,
      turns: turnsOf(list(body['contents'])),
      offered,
      ...(wanted !== undefined && { wanted }),
    };
  },

  whole: (request, said) => part(request, [{ text: joined(said) }, ...callsOf(said)], 'STOP'),

  stream: (request, said) => [
    ...deltas(said.pieces, (text): Chunk => ({ data: part(request, [{ text }]) })),
    { data: part(request, callsOf(said), 'STOP') },
  ],

  refusal: (status, message) => {
    const code = status === 529 ? 503 : status;
    return { status: code, body: { error: { code, message, status: KINDS[code] ?? 'INTERNAL' } } };
  },

  count: (tokens) => ({ totalTokens: tokens }),
};

const KINDS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const COMPACTION = [
  'You are a specialized system component responsible for distilling chat history',
];

function purposeOf(method: string, system: string, tools: number): Purpose {
  if (method === 'countTokens') return 'count';
  if (begins([system], COMPACTION)) return 'compaction';
  return tools > 0 ? 'turn' : 'side';
}

function turnsOf(contents: readonly unknown[]): Turn[] {
  return contents.map((raw) => {
    const { role, parts } = fields(raw);
    return {
      role: role === 'model' ? 'assistant' : 'user',
      blocks: list(parts).map((one) => blockOf(fields(one))),
    };
  });
}

function blockOf(raw: Record<string, unknown>): Block {
  const { text, functionCall, functionResponse } = raw;
  if (functionCall !== undefined) {
    const { id, name, args } = fields(functionCall);
    return { type: 'tool_use', id: str(id), name: str(name), input: args };
  }
  if (functionResponse !== undefined) {
    const { id, response } = fields(functionResponse);
    const { output, error } = fields(response);
    const failed = error === undefined ? {} : { is_error: true };
    return { type: 'tool_result', tool_use_id: str(id), content: str(output ?? error), ...failed };
  }
  return typeof text === 'string'
    ? textBlock(text)
    : { type: 'other', what: Object.keys(raw).join() };
}

const callsOf = ({ calls }: Said): object[] =>
  calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool, args: input } }));

const part = ({ n, model }: ModelRequest, parts: readonly object[], finish?: string): object => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finish && { finishReason: finish }) },
  ],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  modelVersion: model,
  responseId: `resp_${n}`,
});
