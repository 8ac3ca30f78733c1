import { HUMAN } from '../../army/human.ts';
import { columnsOf } from '../../kit/columns.ts';
import { clockTime } from './format.ts';
import { fit, line, span, type Line } from './line.ts';
import { heading, marked, windowOf } from './list.ts';
import type { Scene } from './scene.ts';
import type { InboxView } from './state.ts';
import { legible, pad } from './text.ts';

/** Unread mail of one, in the order it would be handed over. */
export function inboxLines(scene: Scene, inbox: InboxView, rows: number): readonly Line[] {
  const { texts, columns } = scene;
  const { role, letters, at } = inbox;
  const title = role === HUMAN ? texts.inbox.mine : texts.inbox.of(role);
  const head = heading(title, true, [span(` ${letters.length} `, 'dim')], columns);
  if (letters.length === 0) return [head, line(`  ${texts.nobody.inbox}`, 'dim')];
  const { from, to } = windowOf(letters.length, at, rows - 1);
  const shown = letters.slice(from, to);
  const who = Math.max(...shown.map((one) => columnsOf(one.from)));
  const body = shown.map(({ timestamp, priority, from: sender, subject }, i) =>
    marked(
      [
        span(`${clockTime(timestamp)} `, 'dim'),
        span(priority === 'urgent' ? '! ' : '  ', 'red', 'bold'),
        span(`${pad(sender, who)}  `),
        span(legible(subject)),
      ],
      from + i === at,
      true,
    ),
  );
  return [head, ...body].map((row) => fit(row, columns));
}
