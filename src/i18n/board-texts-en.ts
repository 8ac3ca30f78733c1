import { enBoardCli } from './board-cli-en.ts';
import { enBoardPage } from './board-page-en.ts';
import type { BoardTexts } from './board-texts.ts';
import { enArgumentFaults, enBoardTools } from './board-tools-en.ts';

export const enBoard: BoardTexts = {
  tools: enBoardTools,
  faults: enArgumentFaults,
  page: enBoardPage,
  cli: enBoardCli,
};
