import { HUMAN } from '../../army/human.ts';
import type { KeyWords } from '../../i18n/en/dashboard.ts';
import { selectedRole } from './selection.ts';
import { justifyLine, fitLine, span, lineColumns, type Line, type Span } from './line.ts';
import type { DrawContext } from './draw-context.ts';
import { topView, type Notice } from './state.ts';
import { legible } from './text.ts';

/** The notice of the last action, and the keys. */
export const drawFooter = (context: DrawContext): readonly Line[] => [
  drawNotice(context),
  drawKeys(context),
];

const MARKS = {
  done: ['✓', 'green'],
  failed: ['✗', 'red'],
  asks: ['?', 'yellow'],
} as const satisfies Record<Notice['kind'], unknown>;

function drawNotice({ state, texts, picture, columns }: DrawContext): Line {
  const { notice } = state;
  if (notice !== undefined) {
    const [mark, colour] = MARKS[notice.kind];
    return fitLine([span(` ${mark} `, 'bold', colour), span(legible(notice.text))], columns);
  }
  return picture.army.standing === 'over' ? fitLine([span(` ${texts.done.over}`)], columns) : [];
}

function drawKeys(context: DrawContext): Line {
  const { columns, picture, state } = context;
  const isOver = picture.army.standing === 'over';
  const meant =
    topView(state) === undefined && !isOver ? selectedRole(picture, state)?.role : undefined;
  const right = meant === undefined ? [] : [span(`s r h g → ${meant} `, 'dim')];
  const room = columns - 1 - (columns >= 100 ? lineColumns(right) + 2 : 0);
  const shown: Span[] = [];
  for (const [keys, does] of keysFor(context)) {
    const next = [span(` ${keys}`, 'bold'), span(` ${does} `, 'dim')];
    if (lineColumns([...shown, ...next]) > room) break;
    shown.push(...next);
  }
  return columns >= 100 ? justifyLine(shown, right, columns) : shown;
}

function keysFor({ state, picture, texts: { keys } }: DrawContext): readonly KeyWords[] {
  const top = topView(state);
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
    const { letter } = top;
    const canAnswer = letter !== undefined && letter.from !== HUMAN;
    if (!canAnswer || picture.army.standing === 'over') return keys.page;
    return letter.to === HUMAN ? keys.mine : keys.letter;
  }
  return picture.army.standing === 'over' ? keys.over : keys.main;
}
