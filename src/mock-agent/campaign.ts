import { boardLook, text, type BoardLook, type TaskLook } from './board-look.ts';
import {
  CAMPAIGN_PROJECT,
  campaignCommand,
  campaignSteps,
  chance,
  objectiveOf,
  stepOf,
  type CampaignScript,
} from './campaign-plan.ts';
import { isFields, listIn, type Fields } from './fields.ts';
import type { Hands } from './mind.ts';

/**
 * The mind of a campaign: whatever wakes it, it looks at the board, does what its tools allow, and
 * looks again until nothing is left to do. It remembers nothing that matters: killed anywhere, it
 * goes on from what the board says.
 *
 *   issue_command   no campaign yet: issues one                 (envoy)
 *   assign_task     steps that are missing, tasks that failed   (marshall)
 *   evaluate_task   tasks that are done                         (marshall)
 *   get_task        begins it, works, reports, and the next     (specialist)
 */
export interface Campaign {
  /** Whether the tools are those of somebody who takes part. */
  concerns(tools: ReadonlySet<string>): boolean;
  look(tools: ReadonlySet<string>, hands: Hands): Promise<void>;
}

/** A tool refused; what was planned on the board as it was is void. */
class Refused extends Error {}

/** There is nobody to ask again; whoever connects it anew makes it look again. */
const DISCONNECTED = 'No such tool available';

const ATTEMPTS = 5;
const AGAIN_MS = 500;
const ROUNDS = 100;
const DUTIES = ['issue_command', 'assign_task', 'get_task'];

export function openCampaign(script: CampaignScript): Campaign {
  const said = new Set<string>();
  let attempts = 0;

  /** True where it did something: then there may be more to do. */
  async function act(tools: ReadonlySet<string>, hands: Hands): Promise<boolean> {
    if (tools.has('get_task')) return work(hands, script, () => (attempts += 1));
    const board = boardLook(await use(hands, 'list_board'));
    if (tools.has('issue_command')) return command(board, hands, said);
    return (await assign(board, hands)) || (await judge(board, tools, hands, script));
  }

  return {
    concerns: (tools) => tools.has('list_board') && DUTIES.some((tool) => tools.has(tool)),
    async look(tools, hands) {
      let refusals = 0;
      for (let round = 0; round < ROUNDS && !hands.cancelled; round += 1) {
        try {
          if (!(await act(tools, hands))) return;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refusals += 1;
          if (refusals === ATTEMPTS || error.message.startsWith(DISCONNECTED)) return;
          await hands.work(AGAIN_MS * refusals);
        }
      }
    },
  };
}

async function use(hands: Hands, tool: string, args: object = {}): Promise<Fields> {
  const { isError, text: words, data } = await hands.call(tool, args);
  if (!isError) return data;
  hands.say(`⏺ ${words}`);
  throw new Refused(words);
}

/** The envoy: one campaign, and a word when something is done. */
async function command(board: BoardLook, hands: Hands, said: Set<string>): Promise<boolean> {
  for (const { id, status } of board.commands) {
    if (status !== 'done' || said.has(id)) continue;
    said.add(id);
    hands.say(`⏺ ${id} is done.`);
  }
  const open = board.commands.some(({ status }) => status !== 'done');
  const played = board.commands.some(({ project }) => project === CAMPAIGN_PROJECT);
  if (open || played) return false;
  const { command: issued } = await use(hands, 'issue_command', campaignCommand);
  hands.say(`⏺ issue_command ${isFields(issued) ? text(issued, 'id') : ''}`);
  return true;
}

/** The marshall: the first step that is missing, or the first task that has to be given again. */
async function assign(board: BoardLook, hands: Hands): Promise<boolean> {
  const { specialists } = board;
  if (specialists.length === 0) return false;
  for (const { id: parent, status } of board.commands) {
    if (status === 'done') continue;
    const tasks = board.tasks.filter((task) => task.command === parent);
    const failed = tasks.find(hasFailed);
    if (failed !== undefined) return again(failed, board, hands);
    // A command that others have split is theirs to complete.
    if (tasks.some(({ objective }) => stepOf(objective) === undefined)) continue;
    const byStep = new Map(tasks.map((task) => [stepOf(task.objective), task.id]));
    const missing = campaignSteps.findIndex((_, i) => !byStep.has(i + 1));
    const step = campaignSteps[missing];
    if (step === undefined) continue;
    const { task } = await use(hands, 'assign_task', {
      parent_cmd: parent,
      assigned_to: specialists[missing % specialists.length],
      persona: step.persona,
      objective: objectiveOf(missing + 1),
      deliverables: [`a word about it: ${step.objective.toLowerCase()}`],
      blocked_by: step.after.flatMap((number) => byStep.get(number) ?? []),
    });
    hands.say(`⏺ assign_task ${isFields(task) ? text(task, 'task_id') : ''}`);
    return true;
  }
  return false;
}

const hasFailed = ({ status, reason, waitsFor, ended }: TaskLook): boolean =>
  status === 'blocked' && reason !== undefined && waitsFor.length === 0 && !ended;

async function again(task: TaskLook, { specialists }: BoardLook, hands: Hands): Promise<boolean> {
  const step = stepOf(task.objective);
  // Another may do better.
  const other = specialists[(specialists.indexOf(task.owner) + 1) % specialists.length];
  await use(hands, 'assign_task', {
    task_id: task.id,
    parent_cmd: task.command,
    assigned_to: other,
    persona: (step === undefined ? undefined : campaignSteps[step - 1]?.persona) ?? 'Generalist',
    objective: task.objective,
    blocked_by: task.blockedBy,
  });
  hands.say(`⏺ assign_task ${task.id} again, to ${other}`);
  return true;
}

/** The marshall: what is done is judged, and what was learnt is kept first, for it is kept once. */
async function judge(
  board: BoardLook,
  tools: ReadonlySet<string>,
  hands: Hands,
  { seed }: CampaignScript,
): Promise<boolean> {
  const task = board.tasks.find(({ status, evaluated }) => status === 'done' && !evaluated);
  if (task === undefined) return false;
  const lesson = `What ${task.id} taught`;
  if (tools.has('record_knowledge') && tools.has('search_knowledge')) {
    const found = await use(hands, 'search_knowledge', { query: lesson, limit: 50 });
    const kept = listIn(found, 'found').some((one) => isFields(one) && one['title'] === lesson);
    if (!kept) {
      await use(hands, 'record_knowledge', {
        type: 'pattern',
        title: lesson,
        content: `${task.objective}: done by ${task.owner}.`,
        source_task: task.id,
        tags: ['campaign'],
      });
    }
  }
  const score = (of: string): number => 3 + Math.floor(3 * chance(seed, task.id, of));
  const { command: parent } = await use(hands, 'evaluate_task', {
    task_id: task.id,
    scores: {
      correctness: score('correctness'),
      code_quality: score('code_quality'),
      efficiency: score('efficiency'),
    },
    knowledge_extracted: [{ type: 'lesson', content: `${task.objective} can be done.` }],
  });
  hands.say(`⏺ evaluate_task ${task.id}`);
  if (isFields(parent) && parent['status'] === 'done') {
    hands.say(`⏺ ${text(parent, 'id')} is done.`);
  }
  return true;
}

/** The specialist: one step with the task it has. */
async function work(
  hands: Hands,
  { seed, workMs: [from, to], failPercent }: CampaignScript,
  attempt: () => number,
): Promise<boolean> {
  const { task } = await use(hands, 'get_task');
  if (!isFields(task)) return false;
  const [id, status] = [text(task, 'task_id'), text(task, 'status')];
  if (status === 'assigned') {
    await use(hands, 'update_task', { task_id: id, status: 'in_progress' });
    hands.say(`⏺ ${id}: ${text(task, 'objective')}`);
    return true;
  }
  if (status !== 'in_progress') return false;
  await hands.work(Math.round(from + (to - from) * chance(seed, id, 'work')));
  if (hands.cancelled) return false;
  const fails = chance(seed, id, attempt(), 'fail') * 100 < failPercent;
  await use(hands, 'submit_report', fails ? failure(id) : success(id, text(task, 'objective')));
  hands.say(`⏺ submit_report ${id} ${fails ? 'failed' : 'done'}`);
  return true;
}

const success = (id: string, objective: string): object => ({
  task_id: id,
  status: 'done',
  result: { summary: `${objective}: done.`, test_results: 'none: nothing real was built' },
  purpose_validation: { meets_criteria: true },
  skill_candidate: {
    found: true,
    name: 'keep-building',
    description: 'How a keep is raised',
    reason: 'Every campaign raises one',
  },
});

const failure = (id: string): object => ({
  task_id: id,
  status: 'failed',
  result: { summary: 'The tools broke.' },
  purpose_validation: { meets_criteria: false, gaps: ['It was not finished'] },
  skill_candidate: { found: false },
});
