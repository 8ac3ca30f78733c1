import type { Role } from '../army/role.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import { slateOf, unfinishedBlockers, type Rules, type Slate } from './slate.ts';
import { isOpen } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import { byAge, settle } from './settle.ts';
import type { Task } from './task.ts';

/**
 * After a summons: whoever has a task is told to go on with it, the marshall what waits for him. The
 * word to a specialist is the marshall's, that to the marshall the envoy's.
 */
export function decideResume(
  sheets: Sheets,
  rules: Rules,
  only?: Role,
): Decision<{ told: Role[] }> {
  const slate = slateOf(sheets);
  const [marshall = 'marshall'] = rules.marshalls;
  const [envoy = marshall] = rules.envoys;
  const meant = (role: Role): boolean => only === undefined || role === only;
  for (const role of rules.specialists.filter(meant)) {
    const task = sheets.current.get(role);
    if (task === undefined || !isOpen(task)) continue;
    const { task_id: id, status, objective } = task;
    const words = rules.words.taskGoesOn({ id, status, objective: clip(objective) });
    slate.note(noteOf(marshall, role, 'wake_up', words));
  }
  settle(slate, rules, marshall);
  const tasks = slate
    .slots()
    .map(({ task }) => task)
    .toSorted(byAge);
  const open = new Set(slate.commands().flatMap(({ id, status }) => (status === 'done' ? [] : id)));
  const isUnevaluated = ({ task_id, status }: Task): boolean =>
    status === 'done' && slate.evaluation(task_id) === undefined;
  const isLeft = (task: Task): boolean => isOpen(task) || isUnevaluated(task);
  const facts = {
    pending: [...open].filter((id) => !tasks.some((one) => one.parent_cmd === id && isLeft(one))),
    unevaluated: tasks
      .filter((task) => open.has(task.parent_cmd) && isUnevaluated(task))
      .map(({ task_id }) => task_id),
    stuck: tasks
      .filter((task) => isOpen(task) && isStuck(slate, task))
      .map(({ task_id }) => task_id),
    orphaned: tasks
      .filter((task) => isOpen(task) && !rules.specialists.includes(task.assigned_to))
      .map(({ task_id: id, assigned_to: of }) => ({ id, of })),
  };
  if (open.size > 0) {
    const words = rules.words.boardGoesOn(facts);
    for (const to of rules.marshalls.filter(meant)) slate.note(noteOf(envoy, to, 'wake_up', words));
  }
  const decision = slate.decision({ told: [] as Role[] });
  const told = [...new Set(decision.notes.map(({ to }) => to))];
  return { ...decision, value: { told } };
}

/** Nobody but the marshall can bring it on: it failed, or what it waits for never ends. */
const isStuck = (slate: Slate, task: Task): boolean =>
  task.reason !== undefined ||
  unfinishedBlockers(slate, task).some((id) => {
    const blocker = slate.slot(id)?.task;
    return blocker === undefined || blocker.ended === true;
  });
