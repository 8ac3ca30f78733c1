const VOWEL = /[aeiouy]/;

/**
 * The common part of an English word's forms: cache, caches, cached, caching; retry, retries, retried; migrate, migration.
 * The result is the same for all of them and is never shown. Lighter than Porter, so that fewer unrelated words meet.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = withoutEnding(withoutPlural(word));
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') || word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  const verb = /^(?<root>.{2,})(?:ing|ed)$/.exec(word)?.groups?.['root'];
  if (verb !== undefined && VOWEL.test(verb)) {
    return /([^aeiouylsz])\1$/.test(verb) ? verb.slice(0, -1) : verb;
  }
  return word.length > 6 && /[st]ion$/.test(word) ? word.slice(0, -3) : word;
}
