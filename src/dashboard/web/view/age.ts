import { formatAge, type AgeWords } from '../../../kit/age.ts';

export const formatAgeSince = (at: string, now: number, words: AgeWords): string =>
  formatAge(now - Date.parse(at), words);

/** Between two times, where both are known. */
export const measureBetween = (from: string, to: string | undefined): number | undefined =>
  to === undefined ? undefined : Math.max(0, Date.parse(to) - Date.parse(from));
