import type { FindingCode, FindingData, Kept } from '../doctor/finding.ts';
import type { Language } from './texts.ts';
import { enDoctor } from './doctor-en.ts';
import { jaDoctor } from './doctor-ja.ts';

/** A finding in words; a hint where there is something to do about it. */
export interface Told {
  what: string;
  hint?: string;
}

export interface DoctorTexts {
  about: string;
  fix: string;
  json: string;
  examples: { look: string; fix: string; json: string };
  findings: { [C in FindingCode]: (data: FindingData[C]) => Told };
  mended: string;
  savedTo: (messages: number, path: string) => string;
  notMended: Record<Kept, string>;
  /** The last line. */
  summary: (counts: { faults: number; warnings: number; mended: number; kept: number }) => string;
  canMend: (count: number) => string;
}

export const doctorTexts: Record<Language, DoctorTexts> = { en: enDoctor, ja: jaDoctor };
