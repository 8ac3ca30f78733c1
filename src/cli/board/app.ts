import { InvalidArgumentError, type Command } from 'commander';
import { boardCliTexts } from '../../i18n/board-cli.ts';
import { commandPriorities } from '../../work/command.ts';
import { knowledgeTypes } from '../../work/knowledge.ts';
import { reportStatuses } from '../../work/report.ts';
import type { AppContext } from '../app-context.ts';
import type { IssueFlags } from '../commands/board.ts';
import type { RecordFlags, SearchFlags } from '../commands/knowledge.ts';
import type { AssignFlags, EvaluateFlags, ReportFlags, UpdateFlags } from '../commands/task.ts';
import type { BoardFlags, Desk } from './desk.ts';

/** `ovld board`, `ovld task`, `ovld knowledge`; what they need is loaded when one of them runs. */
export function addBoardCommands(app: Command, board: AppContext): void {
  const cli = boardCliTexts[board.language];
  const { flags } = cli;
  const { session, oneOf } = board;

  const desk = async (): Promise<Desk> => {
    const { deskOf } = await import('./desk.ts');
    return deskOf(board.env, board.language);
  };
  /** What all of them take. */
  const where = (command: Command): Command =>
    command
      .option('--session <name>', flags.session, session)
      .option('--formation <name>', flags.formation)
      .option('--json', flags.json);
  const acting = (command: Command): Command => where(command).option('--as <role>', flags.as);
  const whole = (command: Command): Command =>
    acting(command).option('--input <file>', flags.input);

  const boards = where(app.command('board').description(cli.board)).action(
    async (given: BoardFlags) => {
      const { boardCommand } = await import('../commands/board.ts');
      board.done(await boardCommand(await desk(), given));
    },
  );

  whole(boards.command('issue').description(cli.boardIssue))
    .argument('[instruction]', cli.arguments.instruction)
    .option('--purpose <sentence>', flags.purpose)
    .option('--criterion <condition>', flags.criterion, several)
    .option('--project <id>', flags.project)
    .option('--priority <priority>', flags.priority, oneOf(commandPriorities))
    .action(async (instruction: string | undefined, _given: object, issue: Command) => {
      const { issueCommand } = await import('../commands/board.ts');
      // What both take, the parser keeps with `board`, wherever it stands.
      const given: IssueFlags = issue.optsWithGlobals();
      board.done(await issueCommand(await desk(), instruction, given));
    });

  const tasks = app.command('task').description(cli.task);

  where(tasks.command('list').description(cli.taskList)).action(async (given: BoardFlags) => {
    const { listTasks } = await import('../commands/task.ts');
    board.done(await listTasks(await desk(), given));
  });

  where(tasks.command('show').description(cli.taskShow))
    .argument('<task>', cli.arguments.task)
    .action(async (id: string, given: BoardFlags) => {
      const { showTask } = await import('../commands/task.ts');
      board.done(await showTask(await desk(), id, given));
    });

  whole(tasks.command('assign').description(cli.taskAssign))
    .argument('[objective]', flags.objective)
    .option('--to <specialist>', flags.to)
    .option('--command <id>', flags.command)
    .option('--persona <expert>', flags.persona)
    .option('--deliverable <thing>', flags.deliverable, several)
    .option('--context <hint>', flags.context, several)
    .option('--blocks <task>', flags.blocks, several)
    .option('--blocked-by <task>', flags.blockedBy, several)
    .option('--follows <task>', flags.follows)
    .option('--task-id <task>', flags.taskId)
    .action(async (objective: string | undefined, given: AssignFlags) => {
      const { assignTask } = await import('../commands/task.ts');
      board.done(await assignTask(await desk(), objective, given));
    });

  where(tasks.command('get').description(cli.taskGet))
    .argument('<role>', cli.arguments.specialist)
    .action(async (role: string, given: BoardFlags) => {
      const { getTask } = await import('../commands/task.ts');
      board.done(await getTask(await desk(), role, given));
    });

  acting(tasks.command('update').description(cli.taskUpdate))
    .argument('<task>', cli.arguments.task)
    .requiredOption('--status <status>', flags.updateStatus, oneOf(['in_progress', 'blocked']))
    .option('--reason <words>', flags.reason)
    .action(async (id: string, given: UpdateFlags) => {
      const { updateTask } = await import('../commands/task.ts');
      board.done(await updateTask(await desk(), id, given));
    });

  whole(tasks.command('report').description(cli.taskReport))
    .argument('<task>', cli.arguments.task)
    .option('--status <status>', flags.reportStatus, oneOf(reportStatuses))
    .option('--summary <words>', flags.summary)
    .option('--file <path>', flags.file, several)
    .option('--tests <words>', flags.tests)
    .option('--notes <words>', flags.notes)
    .option('--gap <criterion>', flags.gap, several)
    .option('--no-skill', flags.noSkill)
    .option('--skill-name <name>', flags.skillName)
    .option('--skill-description <words>', flags.skillDescription)
    .option('--skill-reason <words>', flags.skillReason)
    .action(async (id: string, given: ReportFlags) => {
      const { reportTask } = await import('../commands/task.ts');
      board.done(await reportTask(await desk(), id, given));
    });

  whole(tasks.command('evaluate').description(cli.taskEvaluate))
    .argument('<task>', cli.arguments.task)
    .option('--scores <numbers>', flags.scores, scoresFrom(cli.notScores))
    .option('--issue <words>', flags.issue, several)
    .option('--learnt <sentence>', flags.learnt, learntFrom(cli.notLearnt))
    .option('--more-tasks', flags.moreTasks)
    .option('--accept-gaps', flags.acceptGaps)
    .option('--end', flags.end)
    .action(async (id: string, given: EvaluateFlags) => {
      const { evaluateTask } = await import('../commands/task.ts');
      board.done(await evaluateTask(await desk(), id, given));
    });

  const knowledge = app.command('knowledge').description(cli.knowledge);
  const searching = (command: Command): Command =>
    where(command)
      .option('--tag <tag>', flags.tag, several)
      .option('--type <type>', flags.type, oneOf(knowledgeTypes))
      .option('--limit <count>', flags.limit, limitFrom(cli.notLimit));

  searching(knowledge.command('search').description(cli.knowledgeSearch))
    .argument('[words...]', cli.arguments.words)
    .option('--file <path>', flags.ofFile, several)
    .action(async (words: string[], given: SearchFlags) => {
      const { searchKnowledge } = await import('../commands/knowledge.ts');
      board.done(await searchKnowledge(await desk(), words, given));
    });

  searching(knowledge.command('list').description(cli.knowledgeList)).action(
    async (given: SearchFlags) => {
      const { listKnowledge } = await import('../commands/knowledge.ts');
      board.done(await listKnowledge(await desk(), given));
    },
  );

  whole(knowledge.command('record').description(cli.knowledgeRecord))
    .argument('[content]', flags.content)
    .option('--type <type>', flags.type, oneOf(knowledgeTypes))
    .option('--title <words>', flags.title)
    .option('--tag <tag>', flags.tag, several)
    .option('--file <path>', flags.file, several)
    .option('--source-task <task>', flags.sourceTask)
    .action(async (content: string | undefined, given: RecordFlags) => {
      const { recordKnowledge } = await import('../commands/knowledge.ts');
      board.done(await recordKnowledge(await desk(), content, given));
    });
}

const several = (value: string, before: readonly string[] = []): string[] => [...before, value];

const MOST_FOUND = 100;

const limitFrom =
  (complaint: string) =>
  (given: string): number => {
    const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
    if (limit >= 1 && limit <= MOST_FOUND) return limit;
    throw new InvalidArgumentError(complaint);
  };

const scoresFrom =
  (complaint: string) =>
  (given: string): number[] => {
    if (/^[1-5],[1-5],[1-5]$/.test(given)) return given.split(',').map(Number);
    throw new InvalidArgumentError(complaint);
  };

const learntFrom =
  (complaint: string) =>
  (given: string, before: readonly object[] = []): object[] => {
    const [, type, content] = /^(pattern|lesson):\s*(.+)$/s.exec(given) ?? [];
    if (type === undefined) throw new InvalidArgumentError(complaint);
    return [...before, { type, content }];
  };
