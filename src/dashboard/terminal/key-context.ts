import type { DashboardTexts } from '../../i18n/dashboard.ts';
import type { Picture } from '../../lookout/picture.ts';
import type { Key } from '../../terminal/keys.ts';

/** What a key is handled with, besides the state. */
export interface KeyContext {
  picture: Picture;
  texts: DashboardTexts;
  /** The size of an open page. */
  page: { columns: number; rows: number };
  /** Ids of the unread mail that was on the screen since its list is open. */
  shown: ReadonlySet<string>;
}

/** The recipient that means every role at once. */
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
export const stepFor = (key: Key): number | undefined =>
  STEPS[key.name === 'text' ? key.text : key.name];
