import type { Screen } from '../../mux/mux.ts';
import type { Question } from '../agent.ts';

/**
 * The questions of Claude Code (2.1.150 to 2.1.325) by their words on the screen; the first that fits
 * counts. They are only shown to a person, never answered.
 */
const SIGNS: readonly [Question, RegExp][] = [
  [
    'trust',
    wrapped('one you trust\\?|Do you trust the files in this folder|Yes, I trust this folder'),
  ],
  ['api_key', wrapped('Do you want to use this API key\\?')],
  ['bypass', wrapped('running in Bypass Permissions mode')],
  ['settings', /^\s*Settings (?:Warning|Error)\s*$/m],
  ['login', wrapped('Not logged in · Run /login|Select login method|Invalid API key')],
  ['permission', /^\s*❯ \d+\. Yes\b/m],
  ['choice', /^\s*❯ \d+\. |^\s*Enter to (?:confirm|select) · /m],
];

/** In a narrow pane any space may be the end of a row. */
function wrapped(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', String.raw`\s+`));
}

/** Its questions stand at the bottom; what scrolled by above may have imitated one. */
const ROWS = 30;

export function findQuestion({ lines }: Screen): Question | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const bottom = lines.slice(Math.max(0, end - ROWS), end).join('\n');
  return SIGNS.find(([, sign]) => sign.test(bottom))?.[0];
}
