import { enDemo } from './demo-en.ts';
import { jaDemo } from './demo-ja.ts';
import type { DemoTexts, Language } from './texts.ts';

export const demoTexts: Record<Language, DemoTexts> = { en: enDemo, ja: jaDemo };
