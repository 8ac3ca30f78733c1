import type { ArgumentFaults } from './board-texts.ts';
import { enArgumentFaults } from './faults-en.ts';
import { jaArgumentFaults } from './faults-ja.ts';
import type { Language } from './texts.ts';

export const argumentFaults: Record<Language, ArgumentFaults> = {
  en: enArgumentFaults,
  ja: jaArgumentFaults,
};
