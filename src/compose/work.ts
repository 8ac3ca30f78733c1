import { join } from 'node:path';
import { rolesWith, type Formation } from '../army/formation.ts';
import { boardNotes, paperHints } from '../i18n/board-notes.ts';
import { boardTexts } from '../i18n/board.ts';
import { systemClock } from '../kit/clock.ts';
import { nodeDisk } from '../kit/disk.ts';
import { createIds } from '../kit/id.ts';
import type { Sheets } from '../papers/papers.ts';
import { openYamlPapers } from '../papers/yaml.ts';
import { dashboard } from '../work/dashboard.ts';
import { createKnowledgeIndex } from '../work/knowledge-search.ts';
import { openLore } from '../work/lore.ts';
import { openBoard } from '../work/open-board.ts';
import { viewOf } from '../work/view.ts';
import type { Work } from '../work/work.ts';
import type { Post } from './post.ts';
import { PROJECT_DIR } from './store.ts';

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
  const papers = openYamlPapers({
    root: join(folder, PROJECT_DIR),
    disk: nodeDisk,
    ids: createIds(systemClock),
    post,
    hints: paperHints[language],
    dashboard: (sheets: Sheets) =>
      dashboard(viewOf(sheets, specialists), boardTexts[language].page, {
        reports: [...sheets.reports.values()],
        evaluations: [...sheets.evaluations.values()],
      }),
  });
  return {
    board: openBoard({ papers, formation, clock: systemClock, words: boardNotes[language] }),
    lore: openLore(papers, () => createKnowledgeIndex()),
  };
}
