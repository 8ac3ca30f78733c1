import type { Screen } from '../../mux/mux.ts';
import type { Question } from '../agent.ts';
import { readComposer } from './composer.ts';

/**
 * The questions of Qwen Code (0.24.4), by what is the same in all of its languages; the first that fits counts.
 * They are only shown to a person, never answered.
 */
const SIGNS: readonly [Question, RegExp][] = [
  ['trust', /^[\s│]*Do[\s│]+you[\s│]+trust[\s│]+this[\s│]+folder\?/m],
  ['login', /^[\s│]*https:\/\/qwenlm\.github\.io\/qwen/m],
  // The frozen spinner of a turn that waits, below the options of a tool's permission.
  ['permission', /^[\s│]*› \d+\. .*^ {2}\u280f /ms],
  ['choice', /^[\s│]*[›❯] \S/m],
];

/** Its questions stand at the bottom, in the place of the composer; what scrolled by above may have imitated one. */
const ROWS = 30;

export function findQuestion(screen: Screen): Question | undefined {
  if (readComposer(screen).state === 'ready') return undefined;
  const { lines } = screen;
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const bottom = lines.slice(Math.max(0, end - ROWS), end).join('\n');
  return SIGNS.find(([, sign]) => sign.test(bottom))?.[0];
}
