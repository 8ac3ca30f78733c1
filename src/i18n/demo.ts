import { enDemo } from './demo-en.ts';
import { jaDemo } from './demo-ja.ts';
import type { DemoTexts } from './demo-texts.ts';
import type { Language } from './texts.ts';

/** A topic of its own: a relay never loads it. */
export const demoTexts: Readonly<Record<Language, DemoTexts>> = { en: enDemo, ja: jaDemo };
