import { InvalidArgumentError } from 'commander';

type Reader = (given: string) => unknown;

/** What a value may be, for the completion of the shell. */
const known = new WeakMap<object, readonly string[]>();

export const choicesOf = (reader: object | undefined): readonly string[] =>
  (reader && known.get(reader)) ?? [];

/** A reader of one value that takes these and nothing else. */
export function oneOf(values: readonly string[], complaint: string): (given: string) => string {
  return offering(
    values,
    checked((given) => values.includes(given), complaint),
  );
}

/** Several of these, parted by commas. */
export function someOf(values: readonly string[], complaint: string): (given: string) => string[] {
  return offering(values, (given: string) => {
    const names = given.split(',').map((name) => name.trim());
    if (names.every((name) => values.includes(name))) return names;
    throw new InvalidArgumentError(complaint);
  });
}

export const checked =
  (fits: (given: string) => boolean, complaint: string) =>
  (given: string): string => {
    if (fits(given)) return given;
    throw new InvalidArgumentError(complaint);
  };

function offering<R extends Reader>(values: readonly string[], reader: R): R {
  known.set(reader, values);
  return reader;
}
