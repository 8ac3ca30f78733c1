import type { Check } from '../check.ts';
import type { Finding, Mended } from '../finding.ts';
import type { Entry, Survey } from '../parts.ts';

const OTHERS = 0o077;
const MOST = 20_000;
/** What is ours in the user's folder; configuration, formations, rituals and knowledge are a person's. */
const OURS = ['relay', 'sessions', 'armies', 'history'];

/** Mail is its user's alone: directories 0700, files 0600. */
export const permissions: Check = {
  name: 'permissions',
  async look({ places: { own }, survey }) {
    if (own === undefined) return [];
    return OURS.flatMap((name): Finding[] => {
      const path = `${own}/${name}`;
      const { entries, cutAt } = survey.below(path, MOST);
      const told: Finding[] = [];
      if (cutAt !== undefined) {
        const data = { path, looked: entries.length, cutAt };
        told.push({ code: 'survey_cut', severity: 'note', data });
      }
      const wide = entries.filter(isTooWide);
      const [first, ...more] = wide;
      if (first === undefined) return told;
      const data = { path: first.path, mode: octal(first.mode), more: more.length };
      const mend = (): Promise<Mended> => tighten(survey, wide);
      return [{ code: 'too_open', severity: 'fault', data, mend }, ...told];
    });
  },
};

const isTooWide = ({ kind, mode }: Entry): boolean =>
  kind !== 'link' && kind !== 'other' && (mode & OTHERS) !== 0;

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

async function tighten(survey: Survey, wide: readonly Entry[]): Promise<Mended> {
  const kept = wide.filter(({ path }) => !survey.tighten(path));
  return kept.length === 0 ? { done: true } : { done: false, why: 'not_ours' };
}
