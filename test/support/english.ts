/** A name in Latin letters is none; three words in a row are, unless they are a line to type. */
const SENTENCE = /\b[A-Za-z][a-z']*(?: [a-z][a-z']*){2,}\b/g;

/** What of a Japanese text was left in English. */
export const englishIn = (text: string): string[] =>
  text.replaceAll(/\bovld [a-z][a-z -]*/g, '').match(SENTENCE) ?? [];
