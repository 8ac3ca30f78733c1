import type { Role } from '../army/role.ts';
import type { BoardState } from '../documents/documents.ts';
import type { BoardView, TaskView } from './board.ts';
import { placeOf } from './decide-assign.ts';
import { openGaps } from './gaps.ts';
import { editBoard, findBlockers, type EditedBoard, type Place } from './edited-board.ts';
import { compareAge, listQueue } from './settle.ts';
import type { Task } from './task.ts';

/** The board as agents, people and the dashboard see it. */
export function viewBoard(state: BoardState, specialists: readonly Role[]): BoardView {
  const edited = editBoard(state);
  const open = state.commands.filter(({ status }) => status !== 'done');
  const done = state.commands.filter(({ status }) => status === 'done').toReversed();
  const slots = edited.slots().toSorted((a, b) => compareAge(a.task, b.task));
  const seats = [...new Set([...specialists, ...state.current.keys()])];
  return {
    commands: [...open, ...done],
    gaps: open
      .map((command) => ({ command: command.id, gaps: openGaps(edited, command) }))
      .filter(({ gaps }) => gaps.length > 0),
    tasks: slots.map(({ task, place }) => viewTask(edited, task, place)),
    specialists: seats.map((role) => ({
      role,
      current: state.current.get(role)?.task_id,
      queued: listQueue(edited, role).map(({ task_id }) => task_id),
    })),
    faults: state.faults,
  };
}

export function viewTask(edited: EditedBoard, task: Task, place: Place): TaskView {
  return {
    task,
    place: place === 'finished' ? 'finished' : placeOf(task, place),
    waitsFor: place === 'finished' ? [] : findBlockers(edited, task),
    evaluated: edited.evaluation(task.task_id) !== undefined,
  };
}
