import { boardPage as enPage } from './en/board-page.ts';
import { boardTools as enTools } from './en/board-tools.ts';
import { boardPage as jaPage } from './ja/board-page.ts';
import { boardTools as jaTools } from './ja/board-tools.ts';

export type BoardToolTexts = typeof enTools;

export type BoardTexts = (typeof boardTexts)['en'];

export const boardTexts = {
  en: { tools: enTools, page: enPage },
  ja: { tools: jaTools, page: jaPage },
};
