import type { CodedReason, Reason } from '../errors.ts';
import { reasons as en } from './en/reasons.ts';
import { reasons as ja } from './ja/reasons.ts';
import type { Language } from './texts.ts';

const reasonTexts = { en, ja };

/** A reason in words; the words of another program stay as they are. */
export function reasonIn(language: Language, reason: Reason): string {
  if (typeof reason === 'string') return reason;
  const describe = reasonTexts[language][reason.code] as (facts: CodedReason) => string;
  return describe(reason);
}
