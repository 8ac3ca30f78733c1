import type { Role } from '../army/role.ts';
import type { Sheets } from '../papers/papers.ts';
import type { BoardView, TaskView } from './board.ts';
import { placeOf } from './decide-assign.ts';
import { openGaps } from './gaps.ts';
import { slateOf, unfinishedBlockers, type Slate, type Place } from './slate.ts';
import { byAge, queueOf } from './settle.ts';
import type { Task } from './task.ts';

/** How the work stands, for whoever looks: agents, people and the dashboard see the same. */
export function viewOf(sheets: Sheets, specialists: readonly Role[]): BoardView {
  const slate = slateOf(sheets);
  const open = sheets.commands.filter(({ status }) => status !== 'done');
  const done = sheets.commands.filter(({ status }) => status === 'done').toReversed();
  const slots = slate.slots().toSorted((a, b) => byAge(a.task, b.task));
  const seats = [...new Set([...specialists, ...sheets.current.keys()])];
  return {
    commands: [...open, ...done],
    gaps: open
      .map((command) => ({ command: command.id, gaps: openGaps(slate, command) }))
      .filter(({ gaps }) => gaps.length > 0),
    tasks: slots.map(({ task, place }) => taskView(slate, task, place)),
    specialists: seats.map((role) => ({
      role,
      current: sheets.current.get(role)?.task_id,
      queued: queueOf(slate, role).map(({ task_id }) => task_id),
    })),
    faults: sheets.faults,
  };
}

export function taskView(slate: Slate, task: Task, place: Place): TaskView {
  return {
    task,
    place: place === 'finished' ? 'finished' : placeOf(task, place),
    waitsFor: place === 'finished' ? [] : unfinishedBlockers(slate, task),
    evaluated: slate.evaluation(task.task_id) !== undefined,
  };
}
