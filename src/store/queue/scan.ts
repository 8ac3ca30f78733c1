import { isPlainWord } from '../../yaml/yaml-write.ts';
import { parseEntry, type Entry } from './entry.ts';

/** An entry and where it stands in the text. */
export interface Placed {
  entry: Entry;
  /** From its dash, or the comments right above it, to the next one's. */
  start: number;
  end: number;
  /** Of the word behind `status:`. */
  status: readonly [number, number] | undefined;
}

const KEYS = new Set(['timestamp', 'from', 'type', 'subject', 'priority', 'message', 'status']);
const FIRST = /^- id: (msg_\d{1,9})(?: +#.*)?$/;
const FIELD = /^ {2}([a-z]+): (?:("(?:[^"\\]|\\.)*")|([A-Za-z][\w-]*))(?: +#.*)?$/;
/** Where nothing follows the string, JSON itself says whether it is one. */
const LONG = /^ {2}(message|subject): (".*")$/;
/** Between entries. */
const COMMENT = /^#/;

/**
 * The form we write ourselves, and nothing else: a list of plain words and JSON strings, one a line. It
 * is ten times as fast as a YAML library. Undefined where the text is in any other form, whatever that is.
 */
export function scan(text: string, from = 0): Placed[] | undefined {
  const placed: Placed[] = [];
  let raw: Record<string, string> | undefined;
  let status: [number, number] | undefined;
  let start = from;
  /** Where the comments begin that stand right above the next dash. */
  let above: number | undefined;

  const close = (end: number): boolean => {
    if (raw === undefined) return true;
    if (!Object.hasOwn(raw, 'status') || !Object.hasOwn(raw, 'type')) return false;
    try {
      placed.push({ entry: parseEntry(raw), start, end, status });
    } catch {
      return false;
    }
    raw = undefined;
    return true;
  };

  for (let at = from; at < text.length;) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const line = text.slice(at, found === -1 ? text.length : found);
    const first = line.startsWith('- ') ? FIRST.exec(line) : null;
    if (first !== null) {
      // The comments at the head of the file are the file's, not its first entry's.
      const own = placed.length === 0 && raw === undefined && from === 0 ? at : (above ?? at);
      if (!close(own)) return undefined;
      raw = { id: first[1] ?? '' };
      [start, above, status] = [own, undefined, undefined];
    } else if (line === '') above = undefined;
    else if (COMMENT.test(line)) above ??= at;
    else {
      // An indented line after a comment is still its entry's.
      above = undefined;
      const [, key = '', json, word] = LONG.exec(line) ?? FIELD.exec(line) ?? [];
      if (raw === undefined || !KEYS.has(key) || Object.hasOwn(raw, key)) return undefined;
      const value = json === undefined ? plain(word) : fromJson(json);
      if (value === undefined) return undefined;
      raw[key] = value;
      if (key === 'status') {
        const begin = at + line.indexOf(': ') + 2;
        status = [begin, begin + (json ?? word ?? '').length];
      }
    }
    at = next;
  }
  if (!close(text.length)) return undefined;
  return placed;
}

const plain = (word: string | undefined): string | undefined =>
  word !== undefined && isPlainWord(word) ? word : undefined;

function fromJson(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
