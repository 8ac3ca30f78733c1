import type { Board, TaskView } from '../../../work/board.ts';
import type { Report } from '../../../work/report.ts';
import { readable, readableLine } from '../view/readable.ts';
import type { Context } from './context.ts';
import { el, setText, setTextOrHide, setAttribute, type Child, type Row } from './dom.ts';
import { facts, openSheet } from './sheet.ts';

/** A task on the board; `light` marks the tasks it hangs together with. */
export function createTaskCard(
  { texts, openTask }: Context,
  { task: { task_id: id } }: TaskView,
  light: (ids: readonly string[], id?: string) => void,
): Row<TaskView> {
  const words = texts.board;
  const who = el('span', { class: 'who' });
  const command = el('code', {});
  const objective = el('bdi', { class: 'objective' });
  const waits = el('span', { class: 'depends' });
  const blocks = el('span', { class: 'depends' });
  const note = el('span', { class: 'fine' });
  let linked: readonly string[] = [];
  const button = el(
    'button',
    {
      type: 'button',
      'data-task': id,
      click: () => openTask(id),
      pointerenter: () => light(linked, id),
      pointerleave: () => light([]),
      focus: () => light(linked, id),
      blur: () => light([]),
    },
    el('span', { class: 'task-head' }, el('code', {}, id), who),
    objective,
    waits,
    blocks,
    el('span', { class: 'task-foot' }, command, note),
  );
  return {
    node: el('li', {}, button),
    update({ task, place, waitsFor, evaluated }) {
      linked = [...new Set([...task.blocked_by, ...waitsFor, ...task.blocks])];
      setAttribute(button, 'data-status', task.status);
      setText(who, task.assigned_to);
      setText(command, task.parent_cmd);
      setText(objective, readableLine(task.objective));
      const { reason } = task;
      setTextOrHide(
        waits,
        waitsFor.length > 0
          ? `← ${words.waitsFor} ${waitsFor.join(', ')}`
          : task.status === 'blocked' && reason !== undefined
            ? `${words.reason}: ${readableLine(reason)}`
            : undefined,
      );
      const ahead = task.status === 'done' ? [] : task.blocks;
      setTextOrHide(blocks, ahead.length > 0 ? `→ ${words.blocks} ${ahead.join(', ')}` : undefined);
      setText(note, noteOf());

      function noteOf(): string {
        if (task.ended === true) return words.ended;
        if (task.status === 'done') return evaluated ? words.evaluated : words.unevaluated;
        return place === 'queued' ? words.queued : '';
      }
    },
  };
}

type WholeTask = Awaited<ReturnType<Board['task']>>;

/** All that is known of a task, with its report and how it was judged. */
export function openTaskSheet({ texts, link }: Context, id: string): void {
  const words = texts.board;
  const place = el('div', {}, texts.letter.loading);
  openSheet(words.task(id), texts.acts.close, [place]);
  const lines = (items: readonly string[]): Child =>
    items.length > 0 && el('ul', {}, ...items.map((item) => el('li', {}, readable(item))));
  void fill();
  async function fill(): Promise<void> {
    try {
      const found = await link.look<{ task: WholeTask }>('/task', { id });
      const { task, waitsFor, report, evaluation } = found.task;
      const scores = evaluation && Object.values(evaluation.scores).join(' / ');
      place.replaceChildren(
        el('p', { class: 'objective' }, readable(task.objective)),
        facts([
          [words.commands, task.parent_cmd],
          [texts.compose.to, task.assigned_to],
          [words.persona, readableLine(task.persona)],
          [words.waitsFor, waitsFor.join(', ')],
          [words.blocks, task.blocks.join(', ')],
          [words.reason, task.reason && readable(task.reason)],
          [words.deliverables, lines(task.deliverables)],
          [words.context, lines(task.context)],
          [words.scores, scores],
        ]),
        el('h3', {}, words.report),
        report === undefined
          ? el('p', { class: 'empty' }, words.noReport)
          : el('pre', { class: 'letter-body', tabindex: 0 }, reportText(report.result)),
      );
    } catch (error) {
      place.textContent = error instanceof Error ? error.message : texts.failed;
    }
  }
}

/** What was done, in the specialist's own words. */
const reportText = ({ summary, files_modified, test_results, notes }: Report['result']): string =>
  [summary, files_modified.join('\n'), test_results, notes]
    .filter((part) => part !== '')
    .map(readable)
    .join('\n\n');
