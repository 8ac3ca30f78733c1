import { HUMAN } from '../../army/human.ts';
import type { KeyWords } from '../../i18n/dashboard-texts.ts';
import { roleMeant } from './choose.ts';
import { ends, fit, span, widthOf, type Line, type Span } from './line.ts';
import type { Scene } from './scene.ts';
import { topOf } from './state.ts';
import { legible } from './text.ts';

/** What came of the last act, and which keys there are. */
export const footerLines = (scene: Scene): readonly Line[] => [statusLine(scene), keyLine(scene)];

function statusLine({ state, texts, picture, columns }: Scene): Line {
  const { notice } = state;
  if (notice !== undefined) {
    const [mark, colour] =
      notice.kind === 'failed' ? (['✗', 'red'] as const) : (['✓', 'green'] as const);
    return fit([span(` ${mark} `, 'bold', colour), span(legible(notice.text))], columns);
  }
  return picture.army.standing === 'over' ? fit([span(` ${texts.done.over}`)], columns) : [];
}

function keyLine(scene: Scene): Line {
  const { columns, picture, state } = scene;
  const meant = topOf(state) === undefined ? roleMeant(picture, state)?.role : undefined;
  const right = meant === undefined ? [] : [span(`s r h g → ${meant} `, 'dim')];
  const room = columns - 1 - (columns >= 100 ? widthOf(right) + 2 : 0);
  const shown: Span[] = [];
  for (const [keys, does] of wordsFor(scene)) {
    const next = [span(` ${keys}`, 'bold'), span(` ${does} `, 'dim')];
    if (widthOf([...shown, ...next]) > room) break;
    shown.push(...next);
  }
  return columns >= 100 ? ends(shown, right, columns) : shown;
}

function wordsFor({ state, picture, texts: { keys } }: Scene): readonly KeyWords[] {
  const top = topOf(state);
  if (top?.kind === 'draft') {
    if (top.field === 'body') return keys.editor;
    return [
      ...keys.subject,
      ...keys.editor.filter(([key]) => key.startsWith('Ctrl-') && key !== 'Ctrl-J'),
    ];
  }
  if (top?.kind === 'inbox') {
    // Only one's own mail can be marked as read.
    return top.role === HUMAN
      ? keys.inbox
      : keys.inbox.filter(([key]) => key.toLowerCase() !== 'm');
  }
  if (top?.kind === 'page') {
    if (top.letter === undefined) return keys.page;
    return top.letter.to === HUMAN ? keys.mine : keys.letter;
  }
  return picture.army.standing === 'over' ? keys.over : keys.main;
}
