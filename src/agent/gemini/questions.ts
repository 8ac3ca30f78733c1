import type { Screen } from '../../mux/mux.ts';
import type { Question } from '../agent.ts';

/** The questions of Gemini CLI (0.61.0) by their words on the screen; the first that fits counts. */
const SIGNS: readonly [Question, RegExp][] = [
  ['trust', wrapped('Do you trust the files in this folder\\?|Trust parent folder')],
  ['api_key', wrapped('Enter Gemini API Key')],
  ['login', wrapped('How would you like to authenticate|Waiting for authentication')],
  [
    'permission',
    wrapped('Allow execution of|Apply this change\\?|Do you want to proceed\\?|Allow once'),
  ],
  ['choice', /^[\s│]*● \d+\. /m],
];

/** In a narrow pane any space may be the end of a row, with the frame of the dialog around it. */
function wrapped(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', '[\\s│]+'));
}

/** Its questions stand at the bottom; what scrolled by above may have imitated one. */
const ROWS = 30;

/** Where a composer is seen it asks nothing: the caller has looked. */
export function findQuestion({ lines }: Screen): Question | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const bottom = lines.slice(Math.max(0, end - ROWS), end).join('\n');
  return SIGNS.find(([, sign]) => sign.test(bottom))?.[0];
}
