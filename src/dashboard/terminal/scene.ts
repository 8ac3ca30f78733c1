import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { WakeFailure } from '../../errors.ts';
import type { Picture, RoleSight } from '../../lookout/picture.ts';
import { changesIn, coarseAge } from './age.ts';
import type { State } from './state.ts';

export type Question = NonNullable<RoleSight['asks']>;

/** Everything a screen is drawn from. */
export interface Scene {
  picture: Picture;
  state: State;
  texts: DashboardTexts;
  /** Why an agent could not be told, in words. */
  wake: Readonly<Record<WakeFailure, string>>;
  /** What an agent wants to know from its person. */
  questions: Readonly<Record<Question, string>>;
  columns: number;
  rows: number;
  ages: Ages;
}

/** Ages as they are shown, and when the first of them will look different. */
export interface Ages {
  of(at: string): string;
  next(): number;
}

export function agesAt(now: number, { age }: DashboardTexts): Ages {
  let next = Infinity;
  return {
    of(at) {
      const ms = now - Date.parse(at);
      next = Math.min(next, changesIn(ms));
      const { unit, count } = coarseAge(ms);
      return unit === 'now' ? age.now : age[unit](count);
    },
    next: () => next,
  };
}
