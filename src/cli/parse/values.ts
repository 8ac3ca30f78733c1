import { valueTexts } from '../../i18n/values.ts';
import type { Argument, Kind, Option } from './define-command.ts';

/** Arguments: a word that must be there, one that may, one or more of them, any number of them. */
export const needed = (kind: Kind = 'free'): Argument<string, true> => ({ required: true, kind });
export const optional = (kind: Kind = 'free'): Argument<string, false> => ({ kind });
export const several = (kind: Kind = 'free'): Argument<string[], true> => ({
  required: true,
  many: true,
  kind,
});
export const any = (kind: Kind = 'free'): Argument<string[], true> => ({ many: true, kind });

/** Options without a value; the second is typed as `--no-<name>`. */
export const flag: Option<boolean, false> = {};
export const negated: Option<boolean, true> = { negated: true };

/** An option with a value, as the help calls it. */
export const text = (value: string, kind: Kind = 'free'): Option<string, false> => ({
  value: `<${value}>`,
  kind,
});

/** Not the empty word, which a shell makes of a variable that is not set. */
export const filled = (option: Option<string, false>): Option<string, false> => ({
  ...option,
  read: (given) => (given.trim() === '' ? undefined : given),
  complaint: (language) => valueTexts[language].empty,
});

type Choice<V> = Required<Pick<Option<V, false>, 'kind' | 'read' | 'complaint'>>;

export const choice = <V extends string>(values: readonly V[]): Choice<V> => ({
  kind: values,
  read: (given) => values.find((one) => one === given),
  complaint: (language) => valueTexts[language].notOneOf(values),
});

export const oneOf = <V extends string>(value: string, values: readonly V[]): Option<V, false> => ({
  value: `<${value}>`,
  ...choice(values),
});

/** Some of these, separated by commas. */
export const someOf = (value: string, values: readonly string[]): Option<string[], false> => ({
  value: `<${value}>`,
  kind: values,
  read(given) {
    const names = given.split(',').map((name) => name.trim());
    return names.every((name) => values.includes(name)) ? names : undefined;
  },
  complaint: (language) => valueTexts[language].notSomeOf(values),
});

export const wholeNumber = (value: string, most: number): Option<number, false> => ({
  value: `<${value}>`,
  read: (given) => readWholeNumber(given, 1, most),
  complaint: (language) => valueTexts[language].notUpTo(most),
});

export function readWholeNumber(given: string, least: number, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** May be given again and again. */
export const list = <T>(option: Option<T, false>): Option<T[], false> =>
  ({ ...option, again: true }) as Option<T[], false>;

export const required = <T>(option: Option<T, false>): Option<T, true> =>
  ({ ...option, required: true }) as unknown as Option<T, true>;

export const withDefault = <T>(option: Option<T, false>, byDefault: T): Option<T, true> =>
  ({ ...option, byDefault }) as unknown as Option<T, true>;
