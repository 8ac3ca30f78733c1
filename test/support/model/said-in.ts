import { fields, list, parsed } from './json.ts';

/** The events of a stream, or the whole of an answer as the only one. */
export async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (text.startsWith('{')) return [fields(parsed(text))];
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => fields(parsed(line.slice(6))));
}

/** What is said and called in them, in each dialect's own words. */
export function saidIn(events: readonly Record<string, unknown>[]): {
  text: string;
  calls: unknown[][];
} {
  let text = '';
  const calls: unknown[][] = [];
  for (const event of events) {
    const { type, delta, item } = event;
    if (type === 'response.output_text.delta') text += String(delta);
    const { type: kind, namespace, name, arguments: words } = fields(item);
    if (type === 'response.output_item.done' && kind === 'function_call')
      calls.push([namespace, name, parsed(String(words))]);
    for (const choice of list(event['choices'])) {
      const part = fields(fields(choice)['delta'] ?? fields(choice)['message']);
      if (typeof part['content'] === 'string') text += part['content'];
      for (const one of list(part['tool_calls'])) {
        const { name: tool, arguments: more } = fields(fields(one)['function']);
        if (tool !== undefined) calls.push([tool, '']);
        const last = calls.at(-1);
        if (last !== undefined) last[1] = `${String(last[1])}${String(more)}`;
      }
    }
    for (const candidate of list(event['candidates'])) {
      for (const part of list(fields(fields(candidate)['content'])['parts'])) {
        const { text: piece, functionCall } = fields(part);
        if (typeof piece === 'string') text += piece;
        const { name: tool, args } = fields(functionCall);
        if (functionCall !== undefined) calls.push([tool, args]);
      }
    }
  }
  const read = (word: unknown): unknown =>
    typeof word === 'string' ? (parsed(word) ?? word) : word;
  return { text, calls: calls.map((words) => words.map(read)) };
}
