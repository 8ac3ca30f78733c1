import { enBoardCli } from './board-cli-en.ts';
import { jaBoardCli } from './board-cli-ja.ts';
import type { BoardCliTexts } from './board-texts.ts';
import type { Language } from './texts.ts';

export const boardCliTexts: Record<Language, BoardCliTexts> = { en: enBoardCli, ja: jaBoardCli };
