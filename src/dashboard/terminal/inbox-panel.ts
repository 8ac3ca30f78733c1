import { HUMAN } from '../../army/human.ts';
import { columnsOf, padColumns } from '../../terminal/columns.ts';
import { formatClock } from './format.ts';
import { fitLine, line, span, type Line } from './line.ts';
import { headingLine, markRow, noteInHeading, visibleRange } from './list.ts';
import type { DrawContext } from './draw-context.ts';
import type { InboxView } from './state.ts';
import { legible } from './text.ts';

/** The index of the selected letter; where that is gone, or none was named, the first. */
export const selectedMail = ({ letters, at }: InboxView): number =>
  Math.max(
    0,
    letters.findIndex(({ id }) => id === at),
  );

const visibleMail = (inbox: InboxView, rows: number) =>
  visibleRange(inbox.letters.length, selectedMail(inbox), rows - 1);

/** The letters that are on the screen. */
export function shownMail(inbox: InboxView, rows: number): InboxView['letters'] {
  const { from, to } = visibleMail(inbox, rows);
  return inbox.letters.slice(from, to);
}

/** Unread mail of one role, in the order it would be handed over. */
export function drawInbox(context: DrawContext, inbox: InboxView, rows: number): readonly Line[] {
  const { texts, columns } = context;
  const { role, letters } = inbox;
  const title = role === HUMAN ? texts.inbox.mine : texts.inbox.of(role);
  const { part } = visibleMail(inbox, rows);
  const head = headingLine(title, true, noteInHeading(part || String(letters.length)), columns);
  if (letters.length === 0) return [head, line(`  ${texts.nobody.inbox}`, 'dim')];
  const meant = letters[selectedMail(inbox)];
  const shown = shownMail(inbox, rows);
  const who = Math.max(...shown.map((one) => columnsOf(one.from)));
  const body = shown.map((one) => {
    const { timestamp, priority, from: sender, subject } = one;
    return markRow(
      [
        span(`${formatClock(timestamp)} `, 'dim'),
        span(priority === 'urgent' ? '! ' : '  ', 'red', 'bold'),
        span(`${padColumns(sender, who)}  `),
        span(legible(subject)),
      ],
      one === meant,
      true,
    );
  });
  return [head, ...body].map((row) => fitLine(row, columns));
}
