import type { Language } from './texts.ts';
import { enWeb } from './web-en.ts';
import { jaWeb } from './web-ja.ts';
import type { WebTexts } from './web-texts.ts';

export const webTexts: Record<Language, WebTexts> = { en: enWeb, ja: jaWeb };
