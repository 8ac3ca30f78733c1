import { web as en } from './en/web.ts';
import { web as ja } from './ja/web.ts';

export type WebPageTexts = typeof en.page;

export const webTexts = { en, ja };
