import type { Screen } from '../../mux/mux.ts';
import type { Question } from '../agent.ts';
import { readComposer } from './composer.ts';

/**
 * The questions of Copilot CLI (1.0.102) by their words, for a person: they are never answered. The first that
 * fits counts.
 */
const SIGNS: readonly [Question, RegExp][] = [
  ['trust', /Confirm folder trust|Do you trust the files in this folder\?/],
  ['permission', /❯ 1\. Yes\b/],
  ['choice', /❯ +\d+\. |\benter (?:to )?(?:select|accept)\b/i],
];

/** Above its composer, which takes a text all the same. */
const SIGNED_OUT = /^Please use \/login to sign in/m;

export function findQuestion(screen: Screen): Question | undefined {
  const { lines } = screen;
  if (SIGNED_OUT.test(lines.join('\n'))) return 'login';
  // What looks like a question above a composer was printed.
  if (readComposer(screen).state === 'ready') return undefined;
  // In a narrow pane any space may be the end of a row.
  const said = lines.map((line) => line.replaceAll(/^│|[│┃]\s*$/g, '').trim()).join(' ');
  return SIGNS.find(([, sign]) => sign.test(said))?.[0];
}
