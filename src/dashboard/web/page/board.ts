import type { BoardView, TaskView } from '../../../work/board.ts';
import type { Command } from '../../../work/command.ts';
import { readableLine } from '../view/readable.ts';
import type { Context, View } from './context.ts';
import { openDependLines } from './depend-lines.ts';
import { el, keyed, say, sayOrHide, set, type Row } from './dom.ts';
import { taskCard } from './task-card.ts';

const COLUMNS = ['waits', 'assigned', 'in_progress', 'done'] as const;
type Column = (typeof COLUMNS)[number];
/** Of what is done the last ones are shown: the rest is history. */
const MOST_DONE = 30;

/** Commands with what is left of them, and their tasks in columns; what waits says for whom. */
export function boardView(context: Context): View {
  const { texts } = context;
  const commands = el('ul', { class: 'commands', 'aria-label': texts.board.commands });
  const faults = el('div', { class: 'board-faults' });
  let tasks: readonly TaskView[] = [];
  let board: BoardView | undefined;
  const drawCommands = keyed<Command>(
    commands,
    ({ id }) => id,
    () => commandRow(context, () => ({ tasks, board })),
  );
  const columns = COLUMNS.map((column) => {
    const count = el('span', { class: 'count' });
    const list = el('ul', { 'aria-label': texts.board.columns[column] });
    const none = el('p', { class: 'empty' }, texts.board.empty);
    const more = el('p', { class: 'empty' });
    const node = el(
      'div',
      { class: 'column', 'data-column': column },
      el('h3', {}, texts.board.columns[column], count),
      list,
      none,
      more,
    );
    const draw = keyed<TaskView>(
      list,
      ({ task }) => task.task_id,
      (view) => taskCard(context, view, light),
    );
    return { column, node, list, count, none, more, draw };
  });
  const grid = el('div', { class: 'columns' }, ...columns.map(({ node }) => node));
  const lines = openDependLines(
    grid,
    columns.map(({ list }) => list),
  );
  grid.append(lines.node);
  const node = el('div', { class: 'board' }, commands, grid, faults);

  /** Whoever looks at a task sees what it waits for, and what waits for it. */
  function light(ids: readonly string[], id?: string): void {
    lines.light(id);
    for (const card of grid.querySelectorAll<HTMLElement>('[data-task]')) {
      set(card, 'data-lit', ids.includes(card.dataset['task'] ?? ''));
    }
  }

  return {
    node,
    draw(picture, parts) {
      if (!parts.has('board') || picture.board === undefined) return;
      ({ board } = picture);
      ({ tasks } = picture.board);
      drawCommands(picture.board.commands, true);
      for (const { column, count, none, more, draw } of columns) {
        const here = tasks.filter((view) => columnOf(view) === column);
        const shown = column === 'done' ? here.slice(-MOST_DONE).toReversed() : here;
        draw(shown);
        say(count, String(here.length));
        none.hidden = here.length > 0;
        const rest = here.length - shown.length;
        sayOrHide(more, rest > 0 ? texts.board.more(rest) : undefined);
      }
      lines.show(tasks);
      const broken = picture.board.faults.map(({ file, reason }) =>
        el('li', {}, el('code', {}, file), ` ${readableLine(reason)}`),
      );
      faults.hidden = broken.length === 0;
      faults.replaceChildren(el('h3', {}, texts.board.faults), el('ul', {}, ...broken));
    },
  };
}

function columnOf({ task, place }: TaskView): Column {
  if (task.status === 'done' || task.ended === true) return 'done';
  if (task.status === 'in_progress') return 'in_progress';
  return task.status === 'blocked' || place === 'waits' ? 'waits' : 'assigned';
}

function commandRow(
  { texts }: Context,
  now: () => { tasks: readonly TaskView[]; board: BoardView | undefined },
): Row<Command> {
  const id = el('code', {});
  const purpose = el('bdi', { class: 'purpose' });
  const bar = el('progress', {});
  const state = el('span', { class: 'fine' });
  const gaps = el('p', { class: 'gaps' });
  const node = el(
    'li',
    { class: 'command' },
    el('div', { class: 'command-head' }, id, state),
    purpose,
    bar,
    gaps,
  );
  return {
    node,
    update(command) {
      const { tasks, board } = now();
      const own = tasks.filter(({ task }) => task.parent_cmd === command.id);
      const done = own.filter(({ task }) => task.status === 'done').length;
      set(node, 'data-status', command.status);
      say(id, command.id);
      say(purpose, readableLine(command.purpose));
      const words = texts.board.progress(done, own.length);
      say(state, `${texts.board.command[command.status]} · ${words}`);
      bar.max = Math.max(1, own.length);
      bar.value = command.status === 'done' ? bar.max : done;
      set(bar, 'aria-label', `${command.id}: ${words}`);
      const missing = board?.gaps.find((one) => one.command === command.id)?.gaps ?? [];
      sayOrHide(
        gaps,
        missing.length > 0
          ? `${texts.board.gaps}: ${missing.map(readableLine).join(' · ')}`
          : undefined,
      );
    },
  };
}
