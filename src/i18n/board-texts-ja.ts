import { jaBoardCli } from './board-cli-ja.ts';
import { jaBoardPage } from './board-page-ja.ts';
import type { BoardTexts } from './board-texts.ts';
import { jaArgumentFaults, jaBoardTools } from './board-tools-ja.ts';

export const jaBoard: BoardTexts = {
  tools: jaBoardTools,
  faults: jaArgumentFaults,
  page: jaBoardPage,
  cli: jaBoardCli,
};
