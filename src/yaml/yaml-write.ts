/**
 * YAML as the seed writes it: identifiers plain, sentences in double quotes, texts of several lines as
 * blocks. Written without the `yaml` package, so that its versions cannot change the text.
 */

/** Words that every YAML reader takes for a string. */
const PLAIN = /^[A-Za-z][\w./-]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

export const isPlainWord = (text: string): boolean => PLAIN.test(text) && !RESERVED.test(text);

/** A JSON string is a YAML string, except for characters YAML does not count as printable. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function plainOrQuoted(value: string | number | boolean, quote = false): string {
  if (typeof value !== 'string') return String(value);
  return !quote && isPlainWord(value) ? value : quoted(value);
}

/** `[a, b]`, on one line. */
export const flow = (values: readonly string[]): string =>
  `[${values.map((value) => plainOrQuoted(value)).join(', ')}]`;

/** A list of sentences, one a line below its key; `[]` where there are none. */
export const sentences = (key: string, values: readonly string[], indent = ''): string =>
  values.length === 0
    ? `${indent}${key}: []\n`
    : `${indent}${key}:\n${values.map((value) => `${indent}  - ${quoted(value)}\n`).join('')}`;

/**
 * A text of several lines as a block, where a block can hold it: every line without blanks at its end or
 * beginning, nothing unprintable, one line feed at most at the end. Otherwise quoted.
 */
export function textBlock(key: string, text: string, indent = ''): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const fits =
    lines.length > 1 &&
    !lines[0]?.startsWith(' ') &&
    lines.every((line) => line === line.trimEnd()) &&
    lines.at(-1) !== '' &&
    !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/.test(
      text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ''),
    );
  if (!fits) return `${indent}${key}: ${quoted(text)}\n`;
  const mark = text.endsWith('\n') ? '|' : '|-';
  const block = lines.map((line) => (line === '' ? '\n' : `${indent}  ${line}\n`)).join('');
  return `${indent}${key}: ${mark}\n${block}`;
}
