import {
  CAMPAIGN_PROJECT,
  campaignCommand,
  campaignSteps,
  chance,
  WISH_PROJECT,
  wishSteps,
  type CampaignScript,
  type Step,
} from './campaign-plan.ts';
import { isFields, listIn, type Fields } from './fields.ts';
import type { Hands } from './mind.ts';
import { brief, declare, sentence, write, type Asker } from './play.ts';
import type { CampaignTexts, PlayTexts } from './play-texts.ts';

/** What the campaign reads of `list_board`. */
interface Board {
  commands: readonly Command[];
  tasks: readonly Task[];
  specialists: readonly { role: string }[];
}

interface Command {
  id: string;
  status: string;
  project: string;
  command: string;
}

interface Task {
  task_id: string;
  parent_cmd: string;
  assigned_to: string;
  status: string;
  objective: string;
  blocked_by: readonly string[];
  waits_for: readonly string[];
  reason?: string;
  ended?: true;
  evaluated: boolean;
}

/** A tool refused; what was planned on the board as it was is void. */
class Refused extends Error {}

/** Its relay is gone: asking again is useless, and reconnecting makes it look again. */
const DISCONNECTED = 'No such tool available';

const ATTEMPTS = 5;
const AGAIN_MS = 500;
const ROUNDS = 100;
const DUTIES = ['issue_command', 'assign_task', 'get_task'];

/**
 * The mind of a campaign: on every wake it looks at the board, does what its tools allow, and
 * looks again until nothing is left to do. It remembers nothing that matters: killed anywhere, it
 * goes on from what the board says.
 *
 *   issue_command   no campaign yet: issues one                 (envoy)
 *   assign_task     steps that are missing, tasks that failed   (marshall)
 *   evaluate_task   tasks that are done                         (marshall)
 *   get_task        begins it, works, reports, and the next     (specialist)
 */
export function openCampaign(script: CampaignScript, texts: CampaignTexts, play?: PlayTexts) {
  const said = new Set<string>();
  /** What persons wished here, by the command it became. */
  const wishes = new Map<string, { words: string; asker: Asker }>();
  let attempts = 0;

  /** In a play a command of a person's is split as the person's words say, any other as the campaign. */
  const stepsOf = ({ project, command: words }: Command): readonly Step[] =>
    play === undefined || project === CAMPAIGN_PROJECT
      ? campaignSteps(texts)
      : wishSteps(brief(words), play.wish.steps, texts.step);

  async function tellDone({ commands }: Board, hands: Hands): Promise<void> {
    for (const { id, status } of commands) {
      if (status !== 'done' || said.has(id)) continue;
      said.add(id);
      hands.say(`⏺ ${texts.isDone(id)}`);
      const wish = wishes.get(id);
      if (wish === undefined || play === undefined) continue;
      const { words, asker } = wish;
      const answer = sentence(words, play.wish.summary(id), play);
      if (asker === undefined) hands.say(`⏺ ${answer}`);
      else await write(asker.role, `re: ${asker.subject}`.slice(0, 200), answer, hands);
      await declare('done', words, hands);
    }
  }

  /** True where it did something: then there may be more to do. */
  async function act(tools: ReadonlySet<string>, hands: Hands): Promise<boolean> {
    if (tools.has('get_task')) return work(hands, script, texts, () => (attempts += 1));
    const board = (await use(hands, 'list_board')) as unknown as Board;
    if (tools.has('issue_command')) {
      await tellDone(board, hands);
      return command(board, hands, texts, play !== undefined);
    }
    return (
      (await assign(board, hands, texts, stepsOf)) ||
      (await judge(board, tools, hands, script, texts))
    );
  }

  return {
    /** Whether an agent with these tools takes part. */
    concerns: (tools: ReadonlySet<string>): boolean =>
      tools.has('list_board') && DUTIES.some((tool) => tools.has(tool)),
    /** A person's words: a command of the role that issues them, or a hint which role that is. */
    async wish(
      { words, asker, issuer }: { words: string; asker: Asker; issuer: string },
      tools: ReadonlySet<string>,
      hands: Hands,
    ): Promise<void> {
      if (play === undefined) return;
      if (!tools.has('issue_command')) {
        const hint = play.wish.elsewhere(issuer);
        if (asker === undefined) return hands.say(`⏺ ${hint}`);
        await write(asker.role, `re: ${asker.subject}`.slice(0, 200), hint, hands);
        return;
      }
      await declare('working', words, hands);
      const {
        isError,
        text: reason,
        data,
      } = await hands.call('issue_command', {
        purpose: brief(words),
        acceptance_criteria: [play.wish.criterion],
        command: words,
        project: WISH_PROJECT,
        priority: 'high',
      });
      const issued = data['command'];
      if (isError || !isFields(issued)) return hands.say(`⏺ ${reason}`);
      const id = text(issued, 'id');
      wishes.set(id, { words, asker });
      hands.say(`⏺ ${play.wish.issued(id)}`);
    },
    async look(tools: ReadonlySet<string>, hands: Hands): Promise<void> {
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

/** The envoy: one campaign; in a play only where nothing else was wished for. */
async function command(
  board: Board,
  hands: Hands,
  texts: CampaignTexts,
  isPlay: boolean,
): Promise<boolean> {
  if (isPlay && board.commands.length > 0) return false;
  const open = board.commands.some(({ status }) => status !== 'done');
  const played = board.commands.some(({ project }) => project === CAMPAIGN_PROJECT);
  if (open || played) return false;
  const { command: issued } = await use(hands, 'issue_command', campaignCommand(texts));
  hands.say(`⏺ issue_command ${isFields(issued) ? text(issued, 'id') : ''}`);
  return true;
}

/** The marshall: the first step that is missing, or the first task that has to be given again. */
async function assign(
  board: Board,
  hands: Hands,
  texts: CampaignTexts,
  stepsOf: (command: Command) => readonly Step[],
): Promise<boolean> {
  const specialists = board.specialists.map(({ role }) => role);
  if (specialists.length === 0) return false;
  for (const order of board.commands) {
    const { id: parent, status } = order;
    if (status === 'done') continue;
    const steps = stepsOf(order);
    const stepOf = (objective: string): number =>
      steps.findIndex((one) => one.objective === objective);
    const tasks = board.tasks.filter((task) => task.parent_cmd === parent);
    const failed = tasks.find(hasFailed);
    if (failed !== undefined) {
      const persona = steps[stepOf(failed.objective)]?.persona ?? texts.generalist;
      return again(failed, specialists, persona, hands);
    }
    // A command that others have split is theirs to complete.
    if (tasks.some(({ objective }) => stepOf(objective) < 0)) continue;
    const byStep = new Map(tasks.map((task) => [stepOf(task.objective), task.task_id]));
    const missing = steps.findIndex((_, i) => !byStep.has(i));
    const step = steps[missing];
    if (step === undefined) continue;
    const { task } = await use(hands, 'assign_task', {
      parent_cmd: parent,
      assigned_to: specialists[missing % specialists.length],
      persona: step.persona,
      objective: step.objective,
      deliverables: [texts.deliverable(step.objective)],
      blocked_by: step.after.flatMap((number) => byStep.get(number - 1) ?? []),
    });
    hands.say(`⏺ assign_task ${isFields(task) ? text(task, 'task_id') : ''}`);
    return true;
  }
  return false;
}

const hasFailed = ({ status, reason, waits_for: waitsFor, ended }: Task): boolean =>
  status === 'blocked' && reason !== undefined && waitsFor.length === 0 && ended !== true;

async function again(
  task: Task,
  specialists: readonly string[],
  persona: string,
  hands: Hands,
): Promise<boolean> {
  // Another may do better.
  const other = specialists[(specialists.indexOf(task.assigned_to) + 1) % specialists.length];
  await use(hands, 'assign_task', {
    task_id: task.task_id,
    parent_cmd: task.parent_cmd,
    assigned_to: other,
    persona,
    objective: task.objective,
    blocked_by: task.blocked_by,
  });
  hands.say(`⏺ assign_task ${task.task_id} again, to ${other}`);
  return true;
}

/** The marshall: what is done is judged, and what was learnt is kept first, for it is kept once. */
async function judge(
  board: Board,
  tools: ReadonlySet<string>,
  hands: Hands,
  { seed }: CampaignScript,
  texts: CampaignTexts,
): Promise<boolean> {
  const task = board.tasks.find(({ status, evaluated }) => status === 'done' && !evaluated);
  if (task === undefined) return false;
  const { task_id: id } = task;
  const lesson = texts.lesson(id);
  if (tools.has('record_knowledge') && tools.has('search_knowledge')) {
    const found = await use(hands, 'search_knowledge', { query: lesson, limit: 50 });
    const kept = listIn(found, 'found').some((one) => isFields(one) && one['title'] === lesson);
    if (!kept) {
      await use(hands, 'record_knowledge', {
        type: 'pattern',
        title: lesson,
        content: texts.learnt(task.objective, task.assigned_to),
        source_task: id,
        tags: ['campaign'],
      });
    }
  }
  const score = (of: string): number => 3 + Math.floor(3 * chance(seed, id, of));
  const { command: parent } = await use(hands, 'evaluate_task', {
    task_id: id,
    scores: {
      correctness: score('correctness'),
      code_quality: score('code_quality'),
      efficiency: score('efficiency'),
    },
    knowledge_extracted: [{ type: 'lesson', content: texts.canBeDone(task.objective) }],
  });
  hands.say(`⏺ evaluate_task ${id}`);
  if (isFields(parent) && parent['status'] === 'done') {
    hands.say(`⏺ ${texts.isDone(text(parent, 'id'))}`);
  }
  return true;
}

/** The specialist: one step with the task it has. */
async function work(
  hands: Hands,
  { seed, workMs: [from, to], failPercent }: CampaignScript,
  texts: CampaignTexts,
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
  const report = fails ? failure(id, texts) : success(id, text(task, 'objective'), texts);
  await use(hands, 'submit_report', report);
  hands.say(`⏺ submit_report ${id} ${fails ? 'failed' : 'done'}`);
  return true;
}

const success = (id: string, objective: string, texts: CampaignTexts): object => ({
  task_id: id,
  status: 'done',
  result: { summary: texts.summary(objective), test_results: texts.noTests },
  purpose_validation: { meets_criteria: true },
  skill_candidate: { found: true, ...texts.skill },
});

const failure = (id: string, { failed }: CampaignTexts): object => ({
  task_id: id,
  status: 'failed',
  result: { summary: failed.summary },
  purpose_validation: { meets_criteria: false, gaps: [failed.gap] },
  skill_candidate: { found: false },
});

function text(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}
