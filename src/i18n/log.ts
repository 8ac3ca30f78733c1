import { enLog } from './log-en.ts';
import { jaLog } from './log-ja.ts';
import type { LogTexts, Language } from './texts.ts';

export const logTexts: Record<Language, LogTexts> = { en: enLog, ja: jaLog };
