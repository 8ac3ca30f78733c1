import { longFlag, type Command } from './define-command.ts';

/**
 * Options that can only be meant in one way: known flags, each once, in full, with values that are no
 * flags and can be read. Undefined for everything else, right or wrong: the parser of the whole program knows.
 */
export function readPlainFlags(
  { options = {} }: Command,
  words: readonly string[],
): Record<string, unknown> | undefined {
  const known = new Map(
    Object.entries(options).map(([name, option]) => [longFlag(name, option), { name, option }]),
  );
  const given: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i += 1) {
    const { name, option } = known.get(words[i] ?? '') ?? {};
    if (option === undefined || name === undefined || name in given) return undefined;
    if (option.value === undefined) {
      given[name] = option.negated !== true;
      continue;
    }
    const next = words[(i += 1)] ?? '';
    const isPlain = /^[^-]/.test(next) && option.value.startsWith('<') && option.again !== true;
    const value = isPlain ? (option.read?.(next) ?? (option.read ? undefined : next)) : undefined;
    if (value === undefined) return undefined;
    given[name] = value;
  }
  for (const [name, { negated, byDefault, required }] of Object.entries(options)) {
    if (name in given) continue;
    if (required === true) return undefined;
    const value = negated === true ? true : byDefault;
    if (value !== undefined) given[name] = value;
  }
  return given;
}
