import type { BoardView, TaskView } from '../../../work/board.ts';
import type { Command } from '../../../work/command.ts';
import { readableLine } from '../view/readable.ts';
import type { Context, View } from './context.ts';
import { openDependLines } from './depend-lines.ts';
import { el, keepRows, setText, setTextOrHide, setAttribute, type Row } from './dom.ts';
import { createTaskCard } from './task-card.ts';

const COLUMNS = ['waits', 'assigned', 'in_progress', 'done'] as const;
type Column = (typeof COLUMNS)[number];
/** Only the last finished tasks are shown. */
const MOST_DONE = 30;

/** Commands with their progress, and their tasks in columns. */
export function createBoardView(context: Context): View {
  const { texts } = context;
  const commands = el('ul', { class: 'commands', 'aria-label': texts.board.commands });
  const faults = el('div', { class: 'board-faults' });
  let board: BoardView | undefined;
  const drawCommands = keepRows<Command>(
    commands,
    ({ id }) => id,
    () => commandRow(context, () => board),
  );
  const columns = COLUMNS.map((column) => {
    const count = el('span', { class: 'count' });
    const list = el('ul', { 'aria-label': texts.board.columns[column] });
    const none = el('p', { class: 'empty' }, texts.board.empty);
    const more = el('p', { class: 'empty' });
    const heading = el('h3', {}, texts.board.columns[column], count);
    const place = { class: 'column', 'data-column': column };
    const node = el('div', place, heading, list, none, more);
    const draw = keepRows<TaskView>(
      list,
      ({ task }) => task.task_id,
      (view) => createTaskCard(context, view, light),
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

  /** Highlights what a task waits for, and what waits for it. */
  function light(ids: readonly string[], id?: string): void {
    lines.light(id);
    for (const card of grid.querySelectorAll<HTMLElement>('[data-task]')) {
      setAttribute(card, 'data-lit', ids.includes(card.dataset['task'] ?? ''));
    }
  }

  return {
    node,
    draw(picture, parts) {
      if (!parts.has('board') || picture.board === undefined) return;
      ({ board } = picture);
      const { tasks, commands: all, faults: found } = picture.board;
      drawCommands(all, true);
      for (const { column, count, none, more, draw } of columns) {
        const here = tasks.filter((view) => columnOf(view) === column);
        const shown = column === 'done' ? here.slice(-MOST_DONE).toReversed() : here;
        draw(shown);
        setText(count, String(here.length));
        none.hidden = here.length > 0;
        const rest = here.length - shown.length;
        setTextOrHide(more, rest > 0 ? texts.board.more(rest) : undefined);
      }
      lines.show(tasks);
      const broken = found.map(({ file, reason }) =>
        el('li', {}, el('code', {}, file), ` ${readableLine(texts.board.fault(reason))}`),
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

function commandRow({ texts }: Context, now: () => BoardView | undefined): Row<Command> {
  const id = el('code', {});
  const purpose = el('bdi', { class: 'purpose' });
  const bar = el('progress', {});
  const state = el('span', { class: 'fine' });
  const gaps = el('p', { class: 'gaps' });
  const head = el('div', { class: 'command-head' }, id, state);
  const node = el('li', { class: 'command' }, head, purpose, bar, gaps);
  return {
    node,
    update(command) {
      const { tasks = [], gaps: all = [] } = now() ?? {};
      const own = tasks.filter(({ task }) => task.parent_cmd === command.id);
      const done = own.filter(({ task }) => task.status === 'done').length;
      setAttribute(node, 'data-status', command.status);
      setText(id, command.id);
      setText(purpose, readableLine(command.purpose));
      const words = texts.board.progress(done, own.length);
      setText(state, `${texts.board.command[command.status]} · ${words}`);
      bar.max = Math.max(1, own.length);
      bar.value = command.status === 'done' ? bar.max : done;
      setAttribute(bar, 'aria-label', `${command.id}: ${words}`);
      const missing = all.find((one) => one.command === command.id)?.gaps ?? [];
      const listed = missing.map(readableLine).join(' · ');
      setTextOrHide(gaps, missing.length > 0 ? `${texts.board.gaps}: ${listed}` : undefined);
    },
  };
}
