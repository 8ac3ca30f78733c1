import type { Role } from '../army/role.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import { editBoard, findBlockers, type Rules, type EditedBoard } from './edited-board.ts';
import { isOpen } from './moves.ts';
import { clip, writeNote } from './notes.ts';
import { compareAge, settleBoard } from './settle.ts';
import type { Task } from './task.ts';

/**
 * After a summons: a role that has a task is told to go on with it, the marshall what waits for him. The
 * word to a specialist is the marshall's, that to the marshall the envoy's.
 */
export function decideResume(
  state: BoardState,
  rules: Rules,
  only?: Role,
): Decision<{ told: Role[] }> {
  const edited = editBoard(state);
  const [marshall = 'marshall'] = rules.marshalls;
  const [envoy = marshall] = rules.envoys;
  const meant = (role: Role): boolean => only === undefined || role === only;
  for (const role of rules.specialists.filter(meant)) {
    const task = state.current.get(role);
    if (task === undefined || !isOpen(task)) continue;
    const { task_id: id, status, objective } = task;
    const words = rules.words.taskGoesOn({ id, status, objective: clip(objective) });
    edited.note(writeNote(marshall, role, 'wake_up', words));
  }
  settleBoard(edited, rules, marshall);
  const tasks = edited
    .slots()
    .map(({ task }) => task)
    .toSorted(compareAge);
  const open = new Set(
    edited.commands().flatMap(({ id, status }) => (status === 'done' ? [] : id)),
  );
  const isUnevaluated = ({ task_id, status }: Task): boolean =>
    status === 'done' && edited.evaluation(task_id) === undefined;
  const isLeft = (task: Task): boolean => isOpen(task) || isUnevaluated(task);
  const facts = {
    pending: [...open].filter((id) => !tasks.some((one) => one.parent_cmd === id && isLeft(one))),
    unevaluated: tasks
      .filter((task) => open.has(task.parent_cmd) && isUnevaluated(task))
      .map(({ task_id }) => task_id),
    stuck: tasks
      .filter((task) => isOpen(task) && isStuck(edited, task))
      .map(({ task_id }) => task_id),
    orphaned: tasks
      .filter((task) => isOpen(task) && !rules.specialists.includes(task.assigned_to))
      .map(({ task_id: id, assigned_to: of }) => ({ id, of })),
  };
  if (open.size > 0) {
    const words = rules.words.boardGoesOn(facts);
    for (const to of rules.marshalls.filter(meant))
      edited.note(writeNote(envoy, to, 'wake_up', words));
  }
  const decision = edited.decision({ told: [] as Role[] });
  const told = [...new Set(decision.notes.map(({ to }) => to))];
  return { ...decision, value: { told } };
}

/** Only the marshall can bring it on: it failed, or what it waits for never ends. */
const isStuck = (edited: EditedBoard, task: Task): boolean =>
  task.reason !== undefined ||
  findBlockers(edited, task).some((id) => {
    const blocker = edited.slot(id)?.task;
    return blocker === undefined || blocker.ended === true;
  });
