import { HUMAN } from '../../army/human.ts';
import { clipColumns, columnsOf, padColumns } from '../../terminal/columns.ts';
import type { LetterSight } from '../../lookout/picture.ts';
import { selectedIndex } from './selection.ts';
import { formatClock, drawReading, drawStages } from './format.ts';
import { fitLine, line, span, type Line } from './line.ts';
import { headingLine, markRow, noteInHeading, visibleRange } from './list.ts';
import type { DrawContext } from './draw-context.ts';
import { legible } from './text.ts';

const MARK_COLUMNS = 3;

/** Messages, the newest last, each with the stages it has reached. */
export function drawLetters(context: DrawContext, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = context;
  const { letters, figures } = picture;
  const at = selectedIndex(picture, state, 'letters');
  const { from, to, part } = visibleRange(letters.length, at, rows - 1);
  const shown = letters.slice(from, to);
  const who = Math.min(columns < 100 ? 25 : 40, Math.max(0, ...shown.map(pathColumns)));
  const counted = figures.stored > 0 ? texts.figures(figures.stored, figures.waiting) : '';
  // Older messages are always above the screen; newer ones below it are worth a note.
  const where = to < letters.length ? part : '';
  const head = headingLine(texts.panels.letters, focused, noteInHeading(where, counted), columns);
  if (letters.length === 0) return [head, line(`  ${texts.nobody.letters}`, 'dim')];
  const body = shown.map((one, i) =>
    markRow(letterRow(one, who, texts.lost), from + i === at, focused),
  );
  return [head, ...body].map((row) => fitLine(row, columns));
}

const pathOf = ({ from, to }: LetterSight): string => `${from} → ${to}`;
const pathColumns = (one: LetterSight): number => columnsOf(pathOf(one));

function letterRow(letter: LetterSight, who: number, lost: string): Line {
  const { stage, storedAt, subject, priority, redelivered, to } = letter;
  const marks = `${priority === 'urgent' ? '!' : ''}${redelivered > 0 ? `↻${Math.min(redelivered, 9)}` : ''}`;
  const arrived = stage === 'acknowledged' || stage === 'fetched';
  return [
    span(`${formatClock(storedAt)} `, 'dim'),
    span(
      `${to === HUMAN ? drawReading(arrived) : drawStages(stage)} `,
      arrived ? 'green' : 'yellow',
    ),
    span(padColumns(marks, MARK_COLUMNS + 1), 'red', 'bold'),
    span(
      `${padColumns(clipColumns(pathOf(letter), who), who)}  `,
      ...(to === HUMAN ? (['cyan'] as const) : []),
    ),
    subject === undefined ? span(lost, 'dim') : span(legible(subject)),
  ];
}
