import { HUMAN } from '../../army/human.ts';
import { columnsOf } from '../../kit/columns.ts';
import { clockTime } from './format.ts';
import { fit, line, span, type Line } from './line.ts';
import { aside, heading, marked, windowOf } from './list.ts';
import type { Scene } from './scene.ts';
import type { InboxView } from './state.ts';
import { legible, pad } from './text.ts';

/** Which is the meant one: where it is gone, or none was named, the first. */
export const indexOfMeant = ({ letters, at }: InboxView): number =>
  Math.max(
    0,
    letters.findIndex(({ id }) => id === at),
  );

const seenOf = (inbox: InboxView, rows: number) =>
  windowOf(inbox.letters.length, indexOfMeant(inbox), rows - 1);

/** What of it has room. */
export function mailShown(inbox: InboxView, rows: number): InboxView['letters'] {
  const { from, to } = seenOf(inbox, rows);
  return inbox.letters.slice(from, to);
}

/** Unread mail of one, in the order it would be handed over. */
export function inboxLines(scene: Scene, inbox: InboxView, rows: number): readonly Line[] {
  const { texts, columns } = scene;
  const { role, letters } = inbox;
  const title = role === HUMAN ? texts.inbox.mine : texts.inbox.of(role);
  const { part } = seenOf(inbox, rows);
  const head = heading(title, true, aside(part || String(letters.length)), columns);
  if (letters.length === 0) return [head, line(`  ${texts.nobody.inbox}`, 'dim')];
  const meant = letters[indexOfMeant(inbox)];
  const shown = mailShown(inbox, rows);
  const who = Math.max(...shown.map((one) => columnsOf(one.from)));
  const body = shown.map((one) => {
    const { timestamp, priority, from: sender, subject } = one;
    return marked(
      [
        span(`${clockTime(timestamp)} `, 'dim'),
        span(priority === 'urgent' ? '! ' : '  ', 'red', 'bold'),
        span(`${pad(sender, who)}  `),
        span(legible(subject)),
      ],
      one === meant,
      true,
    );
  });
  return [head, ...body].map((row) => fit(row, columns));
}
