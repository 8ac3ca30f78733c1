import { HUMAN } from '../../army/human.ts';
import { columnsOf } from '../../kit/columns.ts';
import type { LetterSight } from '../../lookout/picture.ts';
import { indexIn } from './choose.ts';
import { clockTime, ladder } from './format.ts';
import { fit, line, span, type Line } from './line.ts';
import { aside, heading, marked, windowOf } from './list.ts';
import type { Scene } from './scene.ts';
import { clip, legible, pad } from './text.ts';

const MARK_COLUMNS = 3;

/** What was written, the newest last; each with how far it has come. */
export function lettersPanel(scene: Scene, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = scene;
  const { letters, figures } = picture;
  const at = indexIn(picture, state, 'letters');
  const { from, to, part } = windowOf(letters.length, at, rows - 1);
  const shown = letters.slice(from, to);
  const who = Math.min(columns < 100 ? 25 : 40, Math.max(0, ...shown.map(pathColumns)));
  const counted = figures.stored > 0 ? texts.figures(figures.stored, figures.waiting) : '';
  // That there are older ones goes without saying; that newer ones are not seen does not.
  const where = to < letters.length ? part : '';
  const head = heading(texts.panels.letters, focused, aside(where, counted), columns);
  if (letters.length === 0) return [head, line(`  ${texts.nobody.letters}`, 'dim')];
  const body = shown.map((one, i) =>
    marked(letterRow(one, who, texts.lost), from + i === at, focused),
  );
  return [head, ...body].map((row) => fit(row, columns));
}

const pathOf = ({ from, to }: LetterSight): string => `${from} → ${to}`;
const pathColumns = (one: LetterSight): number => columnsOf(pathOf(one));

function letterRow(letter: LetterSight, who: number, lost: string): Line {
  const { stage, storedAt, subject, priority, redelivered, to } = letter;
  const marks = `${priority === 'urgent' ? '!' : ''}${redelivered > 0 ? `↻${Math.min(redelivered, 9)}` : ''}`;
  const arrived = stage === 'acknowledged' || stage === 'fetched';
  return [
    span(`${clockTime(storedAt)} `, 'dim'),
    span(`${ladder(stage)} `, arrived ? 'green' : 'yellow'),
    span(pad(marks, MARK_COLUMNS + 1), 'red', 'bold'),
    span(`${pad(clip(pathOf(letter), who), who)}  `, ...(to === HUMAN ? (['cyan'] as const) : [])),
    subject === undefined ? span(lost, 'dim') : span(legible(subject)),
  ];
}
