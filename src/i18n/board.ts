import { enBoardPage } from './board-page-en.ts';
import { jaBoardPage } from './board-page-ja.ts';
import type { BoardTexts } from './board-texts.ts';
import { enBoardTools } from './board-tools-en.ts';
import { jaBoardTools } from './board-tools-ja.ts';
import type { Language } from './texts.ts';

export const boardTexts: Record<Language, BoardTexts> = {
  en: { tools: enBoardTools, page: enBoardPage },
  ja: { tools: jaBoardTools, page: jaBoardPage },
};
