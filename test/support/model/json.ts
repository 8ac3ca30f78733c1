/** What the API's JSON may hold, read without trusting it. */
export const str = (value: unknown): string => (typeof value === 'string' ? value : '');

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Undefined where it is not a JSON object. */
export function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a content that is a string or a list of parts. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => str(fields(block)['text']))
    .join('\n');
}
