/** A text that is being written, and the place of the cursor in it, counted in graphemes. */
export interface Field {
  characters: readonly string[];
  at: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Each of these is a character of its own, whatever is next to it. */
const PLAIN = /^[\n\u0020-\u007e]*$/;
const split = (text: string): string[] =>
  PLAIN.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

export const fieldOf = (text: string): Field => {
  const characters = split(text);
  return { characters, at: characters.length };
};

export const textOf = ({ characters }: Field): string => characters.join('');
export const isEmpty = (field: Field): boolean => textOf(field).trim() === '';

export function insert({ characters, at }: Field, text: string): Field {
  // A typed mark or the second half of a flag joins the character before it.
  const from = Math.max(0, at - 1);
  const written = split(characters.slice(from, at).join('') + text);
  const all = [...characters.slice(0, from), ...written, ...characters.slice(at)];
  return { characters: all, at: from + written.length };
}

export const eraseBefore = ({ characters, at }: Field): Field =>
  at === 0 ? { characters, at } : { characters: characters.toSpliced(at - 1, 1), at: at - 1 };

export const eraseAfter = ({ characters, at }: Field): Field => ({
  characters: characters.toSpliced(at, 1),
  at,
});

export function eraseWord({ characters, at }: Field): Field {
  const isSpace = (i: number): boolean => /^\s/u.test(characters[i] ?? '');
  let from = at;
  while (from > 0 && isSpace(from - 1)) from -= 1;
  while (from > 0 && !isSpace(from - 1)) from -= 1;
  return { characters: characters.toSpliced(from, at - from), at: from };
}

export const move = ({ characters, at }: Field, by: number): Field => ({
  characters,
  at: Math.max(0, Math.min(characters.length, at + by)),
});

const lineStart = ({ characters, at }: Field): number => characters.lastIndexOf('\n', at - 1) + 1;
const lineEnd = ({ characters, at }: Field): number => {
  const end = characters.indexOf('\n', at);
  return end < 0 ? characters.length : end;
};

export const toLineStart = (field: Field): Field =>
  field.at === 0 ? field : { ...field, at: lineStart(field) };
export const toLineEnd = (field: Field): Field => ({ ...field, at: lineEnd(field) });

export function eraseToLineStart(field: Field): Field {
  const { at } = toLineStart(field);
  return { characters: field.characters.toSpliced(at, field.at - at), at };
}

/** To the line above, or below, at the same place in it. */
export function moveLine(field: Field, by: -1 | 1): Field {
  const start = field.at === 0 ? 0 : lineStart(field);
  const place = field.at - start;
  if (by < 0) {
    if (start === 0) return { ...field, at: 0 };
    const above = start - 1 === 0 ? 0 : lineStart({ ...field, at: start - 1 });
    return { ...field, at: Math.min(above + place, start - 1) };
  }
  const end = lineEnd(field);
  if (end === field.characters.length) return { ...field, at: end };
  const below = lineEnd({ ...field, at: end + 1 });
  return { ...field, at: Math.min(end + 1 + place, below) };
}
