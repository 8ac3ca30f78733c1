import { join } from 'node:path';
import { rolesWith, type Formation } from '../army/formation.ts';
import { boardNotes, documentHints } from '../i18n/board-notes.ts';
import { boardTexts } from '../i18n/board.ts';
import { systemClock } from '../kit/clock.ts';
import { nodeDisk } from '../kit/disk.ts';
import { createIds } from '../kit/id.ts';
import type { BoardState } from '../documents/documents.ts';
import { openYamlDocuments } from '../documents/yaml.ts';
import { countDocuments } from '../documents/yaml/count.ts';
import type { Post } from '../documents/yaml/send.ts';
import { renderDashboard } from '../work/dashboard.ts';
import { createKnowledgeIndex } from '../work/knowledge-search.ts';
import { openKnowledge } from '../work/open-knowledge.ts';
import { openBoard } from '../work/open-board.ts';
import { viewBoard } from '../work/view.ts';
import type { Work } from '../work/work.ts';
import { PROJECT_DIR } from '../config/places.ts';

export interface WorkPlace {
  formation: Formation;
  /** The project: its `.ovld/` holds the documents. */
  folder: string;
  post: Post;
}

/** The board and the knowledge of one project, wired. */
export function composeWork({ formation, folder, post }: WorkPlace): Work {
  const { language } = formation;
  const specialists = rolesWith(formation, 'specialist');
  const documents = openYamlDocuments({
    root: join(folder, PROJECT_DIR),
    disk: nodeDisk,
    ids: createIds(systemClock),
    post,
    hints: documentHints[language],
    dashboard: (state: BoardState) =>
      renderDashboard(viewBoard(state, specialists), boardTexts[language].page, {
        reports: [...state.reports.values()],
        evaluations: [...state.evaluations.values()],
      }),
  });
  return {
    board: openBoard({ documents, formation, clock: systemClock, words: boardNotes[language] }),
    knowledge: openKnowledge(documents, () => createKnowledgeIndex()),
  };
}

/** How much work a folder's board holds. */
export const countWork = (folder: string): ReturnType<typeof countDocuments> =>
  countDocuments(join(folder, PROJECT_DIR));
