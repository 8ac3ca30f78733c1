import { allGiven, lettersOf } from './claude-bastion.ts';
import { fields, str } from './model/json.ts';
import { saysMore } from './model/inbox-result.ts';
import { bash, call, relayCall, type Gate, type ToolCall } from './model/reply.ts';
import type { ModelRequest } from './model/request.ts';
import { isWoken } from './model/rules.ts';
import type { Rule } from './model/server.ts';

/**
 * What the models of a bastion do. They remember nothing: what is next follows from the conversation
 * they are shown, so a fresh one goes on where the board says.
 */

export interface Step {
  name: string;
  to: string;
  after: readonly string[];
}

export const COMMAND = {
  purpose: 'A keep stands, and its gates open',
  acceptance_criteria: ['The gates open', 'The walls stand'],
  command: 'Raise a keep with gates and walls; have it inspected.',
  project: 'keep',
  priority: 'high',
};

export const LESSON = {
  type: 'lesson',
  title: 'Gates need hinges of bronze',
  content: 'Iron hinges rust in the moat: every gate that was hung on them stuck within a week.',
  tags: ['gates', 'hinges'],
};

/** An answer with what is next, and a look into the inbox where it was told to. */
function acting(request: ModelRequest, next: readonly ToolCall[], before?: Gate) {
  const look = isWoken(request) || request.toolResults.some(saysMore);
  const calls = [...next, ...(look ? [relayCall('check_inbox')] : [])];
  const pace = before === undefined || next.length === 0 ? {} : { before };
  return calls.length === 0 ? undefined : call(calls, pace);
}

/** Its ritual is all it is told; it issues one command and waits. */
export const envoyMind: Rule = (request) => {
  if (!request.isMain || request.role !== 'envoy') return undefined;
  const issued = allGiven(request.allToolResults, 'issue_command').length > 0;
  return acting(request, issued ? [] : [relayCall('issue_command', COMMAND)]);
};

/** One task after another; the steps of `later` when the first lesson is kept. */
export const marshallMind =
  (steps: readonly Step[], later: readonly Step[] = []): Rule =>
  (request) => {
    if (!request.isMain || request.role !== 'marshall') return undefined;
    const results = request.allToolResults;
    const letters = lettersOf(results);
    const [command] = letters.flatMap(({ subject }) => /cmd_\d+/.exec(subject) ?? []);
    const assigned = new Map(
      allGiven(results, 'assign_task').map(({ task }) => {
        const { objective, task_id: id } = fields(task);
        return [str(objective), str(id)];
      }),
    );
    const learnt = allGiven(results, 'record_knowledge').length > 0;
    const judged = new Set(
      allGiven(results, 'evaluate_task').map(({ evaluation }) => fields(evaluation)['task_id']),
    );
    const isMissing = ({ name }: Step): boolean => !assigned.has(objectiveOf(name));
    const missing = [...steps, ...(learnt ? later : [])].find(isMissing);
    if (missing !== undefined && command !== undefined) {
      return acting(request, [assignment(command, missing, assigned)]);
    }
    const reported = letters
      .filter(({ type }) => type === 'report_received')
      .flatMap(({ subject }) => /subtask_\d+/.exec(subject) ?? [])
      .find((id) => !judged.has(id));
    if (reported === undefined) return acting(request, []);
    if (!learnt) {
      const lesson = relayCall('record_knowledge', { ...LESSON, source_task: reported });
      return acting(request, [lesson]);
    }
    const scores = { correctness: 5, code_quality: 4, efficiency: 3 };
    return acting(request, [relayCall('evaluate_task', { task_id: reported, scores })]);
  };

export const objectiveOf = (name: string): string => `Step ${name} of the keep`;

function assignment(parent: string, step: Step, assigned: ReadonlyMap<string, string>): ToolCall {
  return relayCall('assign_task', {
    parent_cmd: parent,
    assigned_to: step.to,
    persona: 'Mason',
    objective: objectiveOf(step.name),
    deliverables: [`${step.name}.txt`],
    context: ['The gates hang on hinges'],
    blocked_by: step.after.map((name) => assigned.get(objectiveOf(name)) ?? name),
  });
}

/** Told of a task, takes it up, does it in its shell, and reports; `hold` keeps a report back. */
export const specialistMind =
  (hold: (name: string) => Gate | undefined = () => undefined): Rule =>
  (request) => {
    if (!request.isMain || !request.role.startsWith('specialist_')) return undefined;
    const { toolResults: results } = request;
    const [task] = allGiven(request.allToolResults, 'get_task')
      .map((one) => fields(one['task']))
      .slice(-1);
    const name = str(task?.['objective']).split(' ')[1] ?? '';
    const id = str(task?.['task_id']);
    if (results.some(({ tool }) => tool === 'Bash')) {
      const report = relayCall('submit_report', reportOn(id, name));
      return acting(request, [report], hold(name));
    }
    if (allGiven(results, 'update_task').length > 0) return acting(request, [work(name)]);
    const [got] = allGiven(results, 'get_task');
    if (got !== undefined && task?.['status'] === 'assigned') {
      return acting(request, [relayCall('update_task', { task_id: id, status: 'in_progress' })]);
    }
    if (got !== undefined && task?.['status'] === 'in_progress') {
      return acting(request, [work(name)]);
    }
    const another = allGiven(results, 'submit_report').some(({ next }) => next !== null);
    const told = another || lettersOf(results).length > 0;
    return acting(request, told ? [relayCall('get_task')] : []);
  };

const work = (name: string): ToolCall => bash(`echo ${name} >> keep.txt`);

const reportOn = (id: string, name: string): object => ({
  task_id: id,
  status: 'done',
  result: { summary: `${name} is done`, files_modified: ['keep.txt'], test_results: 'looked at' },
  purpose_validation: { meets_criteria: true },
  skill_candidate: { found: false },
});
