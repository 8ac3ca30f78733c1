/** A value as Codex takes it behind `-c key=`. */
export type TomlValue =
  string | number | boolean | readonly string[] | { readonly [key: string]: TomlValue };

/** On one line: JSON's escapes are all TOML's, but one character must be escaped in TOML alone. */
export function toToml(value: TomlValue): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(toToml).join(',')}]`;
  const entries = Object.entries(value).map(([key, one]) => `${key}=${toToml(one)}`);
  return `{${entries.join(',')}}`;
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** `developer_instructions = …` before the first table: the only place where it is the key of that name. */
const KEY = /^[ \t]*developer_instructions[ \t]*=[ \t]*/;
const STRINGS = [
  [/^"""(?:\r?\n)?((?:[^\\]|\\[^])*?)"""/, true],
  [/^'''(?:\r?\n)?([^]*?)'''/, false],
  [/^"((?:[^"\\\r\n]|\\.)*)"/, true],
  [/^'([^'\r\n]*)'/, false],
] as const;

/**
 * The developer instructions in a `config.toml`. Codex takes one text, so ours must hold the person's own too.
 * Undefined where there are none, and where they are in a form that is not known here.
 */
export function readDeveloperInstructions(config: string): string | undefined {
  for (let rest = config; rest !== '';) {
    const [line = ''] = /^[^\n]*\n?/.exec(rest) ?? [];
    if (/^[ \t]*\[/.test(line)) return undefined;
    const [key] = KEY.exec(line) ?? [];
    if (key !== undefined) return readString(rest.slice(key.length))?.text;
    rest = rest.slice(skipLine(line, rest));
  }
  return undefined;
}

/** A text over several lines may hold what looks like a key or a table. */
function skipLine(line: string, rest: string): number {
  const [key] = /^[^#=\n]*=[ \t]*(?=["']{3})/.exec(line) ?? [];
  return key === undefined
    ? line.length
    : key.length + (readString(rest.slice(key.length))?.length ?? line.length - key.length);
}

function readString(text: string): { text: string; length: number } | undefined {
  for (const [form, hasEscapes] of STRINGS) {
    const [whole, inner = ''] = form.exec(text) ?? [];
    if (whole !== undefined) {
      return { text: hasEscapes ? unescape(inner) : inner, length: whole.length };
    }
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

const unescape = (text: string): string =>
  text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([ \t]*\r?\n\s*)|([^]))/g,
    (_, four?: string, eight?: string, fold?: string, one = '') => {
      const code = four ?? eight;
      if (code !== undefined) return String.fromCodePoint(Math.min(0x10_ff_ff, parseInt(code, 16)));
      return fold === undefined ? (ESCAPES[one] ?? one) : '';
    },
  );
