import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { Picture } from '../../lookout/picture.ts';
import type { Key } from './key.ts';

/** What a key is judged by. */
export interface Desk {
  picture: Picture;
  texts: DashboardTexts;
  /** The room a page has. */
  page: { columns: number; rows: number };
  /** Ids of the unread mail that was on the screen since its list is open. */
  shown: ReadonlySet<string>;
}

/** To every role at once. */
export const EVERYBODY = 'all';

const STEPS: Partial<Record<string, number>> = {
  up: -1,
  down: 1,
  k: -1,
  j: 1,
  pageUp: -10,
  pageDown: 10,
  home: -Infinity,
  end: Infinity,
};

/** How far a key moves in a list. */
export const stepOf = (key: Key): number | undefined =>
  STEPS[key.name === 'char' ? key.char : key.name];
