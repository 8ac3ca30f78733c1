import type { ErrorData, Reason, ReasonData } from '../errors.ts';
import type { common } from './en/common.ts';

/** Each folder of texts has one of these names. English is the type of the others: a text that one lacks does not compile. */
export type Language = 'en' | 'ja';

/** What went wrong, and what to do about it. */
export interface Explanation {
  what: string;
  hint: string;
}

/** The facts of an error, its reason already in words. */
export type Worded<D> = D extends { reason: Reason } ? Omit<D, 'reason'> & { reason: string } : D;

export type ErrorTexts = { [C in keyof ErrorData]: (data: Worded<ErrorData[C]>) => Explanation };
export type ReasonTexts = { [C in keyof ReasonData]: (facts: ReasonData[C]) => string };

/** What every process may have to say. */
export type Texts = typeof common;
