import type { Screen } from '../../mux/mux.ts';
import type { Question } from '../agent.ts';

/**
 * What Claude Code asks its person, by words that stand on the screen now (2.1.150 to 2.1.325). Only
 * read, to be shown: nothing is ever answered. The first that fits counts.
 */
const SIGNS: readonly [Question, RegExp][] = [
  ['trust', /one you trust\?|Do you trust the files in this folder/],
  ['api_key', /Do you want to use this API key\?/],
  ['bypass', /running in Bypass Permissions mode/],
  ['settings', /^\s*Settings (?:Warning|Error)\s*$/m],
  ['login', /Not logged in · Run \/login|Select login method|Invalid API key/],
  ['permission', /^\s*❯ \d+\. Yes\b/m],
  ['choice', /^\s*❯ \d+\. |^\s*Enter to (?:confirm|select) · /m],
];

/** Its questions stand at the bottom; what scrolled by above may have imitated one. */
const ROWS = 30;

export function questionOn({ lines }: Screen): Question | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const bottom = lines.slice(Math.max(0, end - ROWS), end).join('\n');
  return SIGNS.find(([, sign]) => sign.test(bottom))?.[0];
}
