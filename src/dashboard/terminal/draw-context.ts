import type { DashboardTexts } from '../../i18n/dashboard.ts';
import type { WakeFailure } from '../../errors.ts';
import type { Picture, RoleSight } from '../../lookout/picture.ts';
import { ageChangesInMs, formatAge } from '../../kit/age.ts';
import type { State } from './state.ts';

export type Question = NonNullable<RoleSight['asks']>;

/** Everything a frame is drawn from. */
export interface DrawContext {
  picture: Picture;
  state: State;
  texts: DashboardTexts;
  /** The words for why an agent could not be woken. */
  wake: Readonly<Record<WakeFailure, string>>;
  /** The words for what an agent asks its person. */
  questions: Readonly<Record<Question, string>>;
  columns: number;
  rows: number;
  ages: ReturnType<typeof trackAges>;
}

/** Formats ages, and remembers when the first of them will look different. */
export function trackAges(now: number, { age }: DashboardTexts) {
  let nextMs = Infinity;
  return {
    of(at: string): string {
      const ms = now - Date.parse(at);
      nextMs = Math.min(nextMs, ageChangesInMs(ms));
      return formatAge(ms, age);
    },
    nextChangeMs: (): number => nextMs,
  };
}
