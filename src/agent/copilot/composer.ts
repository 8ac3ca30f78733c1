import type { Screen } from '../../mux/mux.ts';
import type { Composer } from '../agent.ts';
import { readWholeBox, showsText, type BoxLook } from '../composer.ts';

/** A running turn is told in the footer alone: rows above that look the same were printed. */
const NOWHERE = /^(?!)/;

const LOOK: BoxLook = {
  mode: /^[❯!](?: |\s*$)/,
  prompts: '❯',
  // The frame of a question, or the hint below its options, wrapped or not.
  asks: /^[╭│╰]|\benter (?:to )?(?:select|accept|open)\b/i,
  spinner: NOWHERE,
  hint: NOWHERE,
  isPlaceholder: () => false,
};

/** What follows is the model's own word for what it does, so only the sign before it is known. */
const SPINNER = /^ [●◉◎○∙∘] \S/;
/** It is cut in a narrow pane, and the sign before it gives way first. At rest a second Escape clears or rewinds. */
const AGAIN = /\besc again to (?:i|ca|e)/;
const HINT = new RegExp(`\\besc esc(?! s)|${AGAIN.source}`);

/** The composer of Copilot CLI (1.0.102) between its rules; what others print stands one column further in. */
export function readComposer(screen: Screen): Composer {
  const seen = readWholeBox(screen, LOOK);
  if (seen.state !== 'ready') return seen;
  // It shows the end of a draft that is too tall for it: rows of white space may be the end of one.
  if (seen.text === '' && countRows(screen) > 1) return { state: 'unknown' };
  const footer = footerOf(screen);
  if (footer.some((line) => HINT.test(line))) return { ...seen, busy: true };
  const busy = footer.filter((line) => SPINNER.test(line));
  return busy.length === 0 ? seen : { ...seen, busy: busy.join('\n') };
}

/** It ends a turn by a second Escape, within a second of the first, and says so. */
export const wantsAgain = (screen: Screen): boolean => {
  const seen = readComposer(screen);
  return (
    seen.state === 'ready' &&
    seen.busy !== undefined &&
    footerOf(screen).some((line) => AGAIN.test(line))
  );
};

/** Whether a composer that reads `shown` holds `text`, or the placeholder for a paste of as many lines. */
export function showsPasted(shown: string, text: string): boolean {
  const pasted = PASTED.exec(shown.replaceAll(/\s+/g, ''));
  if (pasted === null) return showsText(shown, text);
  return Number(pasted[1]) === text.trimEnd().split(/\r\n|\r|\n/).length;
}

const PASTED = /^\[Paste#\d+-(\d+)lines\]$/;
const RULE = /^─{3,}\s*$/;

const footerOf = ({ lines }: Screen): string[] =>
  lines.slice(lines.findLastIndex((line) => RULE.test(line)) + 1);

function countRows({ lines }: Screen): number {
  const end = lines.findLastIndex((line) => RULE.test(line));
  const top = lines.findLastIndex((line, row) => row < end && RULE.test(line));
  return end - top - 1;
}
