import type { Role } from '../army/role.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import { slateOf, type Rules } from './slate.ts';
import { isOpen } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import { settle } from './settle.ts';

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
  const tasks = slate.slots().map(({ task }) => task);
  const open = new Set(slate.commands().flatMap(({ id, status }) => (status === 'done' ? [] : id)));
  const facts = {
    pending: [...open].filter((id) => !tasks.some((task) => task.parent_cmd === id)),
    unevaluated: tasks
      .filter(({ status, parent_cmd }) => status === 'done' && open.has(parent_cmd))
      .flatMap(({ task_id: id }) => (slate.evaluation(id) === undefined ? id : [])),
    stuck: tasks
      .filter((task) => isOpen(task) && task.reason !== undefined)
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
