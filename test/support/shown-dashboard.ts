import { onTestFinished } from 'vitest';
import {
  showDashboard,
  type DashboardOptions,
} from '../../src/dashboard/terminal/terminal-dashboard.ts';
import { dashboardTexts } from '../../src/i18n/dashboard.ts';
import { armyTexts } from '../../src/i18n/army.ts';
import { explain, textsFor } from '../../src/i18n/explain.ts';
import type { Language } from '../../src/i18n/texts.ts';
import { openCells, type Cells, type Widths } from './cells.ts';
import { AT, fakeLookout, type FakeLookout } from './fake-lookout.ts';
import { waitFor } from './wait-for.ts';

export interface Shown extends Cells {
  lookout: FakeLookout;
  /** How it ended, once it has. */
  ended: Promise<'left' | 'signalled'>;
  /** Waits until a text is seen somewhere. */
  sees(text: string): Promise<void>;
  misses(text: string): Promise<void>;
}

interface How {
  columns?: number;
  rows?: number;
  language?: Language;
  colour?: boolean;
  widths?: Widths;
  now?: () => number;
  edit?: DashboardOptions['edit'];
  keep?: DashboardOptions['keep'];
  pauseMs?: number;
}

/** A whole dashboard, on a terminal that can be read. */
export function shownDashboard(lookout: FakeLookout = fakeLookout(), how: How = {}): Shown {
  const { columns = 80, rows = 24, language = 'en', colour = true } = how;
  const cells = openCells(columns, rows, how.widths);
  const ended = showDashboard({
    lookout,
    texts: dashboardTexts[language],
    wake: textsFor(language).wake,
    questions: armyTexts[language].questions,
    explain: (error) => explain(error, language).what,
    edit: how.edit ?? (async () => ({ kind: 'missing' })),
    keep: how.keep ?? (() => undefined),
    now: how.now ?? (() => Date.parse(AT)),
    pauseMs: how.pauseMs ?? 0,
    colour,
    terminal: cells.terminal,
  });
  let over = false;
  ended.then(
    () => (over = true),
    () => (over = true),
  );
  onTestFinished(async () => {
    if (!over) cells.hangUp();
    await ended.catch(() => undefined);
  });
  return {
    ...cells,
    lookout,
    ended,
    async sees(text) {
      await waitFor(async () => (await cells.settled(), cells.text().includes(text)), text).catch(
        () => {
          throw new Error(`${text} is not in\n${cells.text()}`);
        },
      );
    },
    misses: async (text) => void (await waitFor(() => !cells.text().includes(text), `no ${text}`)),
  };
}
