import type { SurveyEntry } from '../../kit/survey.ts';
import type { Check } from '../check.ts';
import { finding, notFixed, type Finding } from '../finding.ts';

const OTHERS = 0o077;
/** What is ours in the user's folder; configuration, formations, rituals and knowledge are a person's. */
const OURS = ['relay', 'sessions', 'armies', 'history'];

/** Mail is its user's alone: directories 0700, files 0600. */
export const permissions: Check = {
  name: 'permissions',
  async look({ places: { own }, survey }) {
    if (own === undefined) return [];
    return OURS.flatMap((name): Finding[] => {
      const path = `${own}/${name}`;
      const { entries, cutAt } = survey.listBelow(path);
      const cut = { path, looked: entries.length, cutAt: cutAt ?? '' };
      const found = cutAt === undefined ? [] : [finding('survey_cut', 'note', cut)];
      const wide = entries.filter(isTooWide);
      const [first, ...more] = wide;
      if (first === undefined) return found;
      const data = { path: first.path, mode: octal(first.mode), more: more.length };
      const tightenAll = async () =>
        wide.filter((entry) => !survey.tighten(entry.path)).length === 0
          ? { done: true as const }
          : notFixed('not_ours');
      return [finding('too_open', 'fault', data, tightenAll), ...found];
    });
  },
};

const isTooWide = ({ kind, mode }: SurveyEntry): boolean =>
  kind !== 'link' && kind !== 'other' && (mode & OTHERS) !== 0;

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
