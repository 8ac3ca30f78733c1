import { blockEntry, parseEntry } from './entry.ts';
import { EMPTY } from './inbox.ts';
import { entryId, numberOf } from './layout.ts';

export interface Repaired {
  text: string;
  /** The greatest number any entry had, good or not: it is not given again. */
  last: number;
}

const ANY_ID = /\bid["']?[ \t]*:[ \t]*["']?(msg_\d{1,9})\b/g;
/** What a decoder puts where there was no character. */
const NOT_TEXT = '\ufffd';

/**
 * What of a broken inbox is good, in its own words. Each entry is read alone, so that a mistake in one
 * takes no other with it; an id that appears twice is given to the first, and the second gets a new one.
 */
export async function repairInbox(broken: string): Promise<Repaired> {
  const { readYamlText } = await import('../../yaml/yaml-text.ts');
  const seen = new Set<number>();
  let last = 0;
  for (const [, id = ''] of broken.matchAll(ANY_ID)) last = Math.max(last, numberOf(id));

  function good(piece: string): string | undefined {
    if (piece.includes(NOT_TEXT)) return undefined;
    try {
      const yaml = readYamlText(piece);
      const [item, ...others] = yaml.value as unknown[];
      if (others.length > 0) return undefined;
      const { id } = parseEntry(item);
      const fresh = seen.has(numberOf(id));
      if (fresh) last += 1;
      seen.add(fresh ? last : numberOf(id));
      return fresh ? yaml.set([0, 'id'], entryId(last)) : piece;
    } catch {
      return undefined;
    }
  }

  const { head, pieces } = piecesOf(broken);
  const found = pieces.length > 0 ? pieces : fromBrackets(broken);
  const kept = found.flatMap((piece) => good(piece) ?? []);
  return { text: kept.length === 0 ? EMPTY : head + kept.join(''), last };

  /** A list in brackets that can be read, with something in it that is no entry. */
  function fromBrackets(text: string): string[] {
    try {
      const { value } = readYamlText(text);
      const items: unknown[] = Array.isArray(value) ? value : [];
      return items.flatMap((item) => {
        try {
          return blockEntry(parseEntry(item));
        } catch {
          return [];
        }
      });
    } catch {
      return [];
    }
  }
}

const DASH = /^( *)-(?: |\r?$)/;

/** The text apart at the dashes furthest left. A line as far left that is no comment belongs to no entry. */
function piecesOf(text: string): { head: string; pieces: string[] } {
  const lines = text.replace(/^\ufeff/, '').split(/(?<=\n)/);
  const columns = lines.flatMap((line) => DASH.exec(line.trimEnd())?.[1]?.length ?? []);
  const column = columns.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const pieces: string[] = [];
  let [head, above] = ['', ''];
  for (const line of lines) {
    const bare = line.trimStart();
    const depth = line.length - bare.length;
    const whole = line.endsWith('\n') ? line : `${line}\n`;
    if (depth === column && DASH.test(line.trimEnd())) {
      pieces.push(above + whole);
      above = '';
    } else if (bare.startsWith('#') && depth <= column) {
      // Of the file, where it stands before everything; else of the entry right below it.
      if (pieces.length === 0) head += whole;
      else above += whole;
    } else if (pieces.length > 0 && (bare === '' || depth > column)) {
      pieces.push((pieces.pop() ?? '') + above + whole);
      above = '';
    }
  }
  return { head, pieces };
}
