import type { DashboardWords } from '../work/dashboard.ts';
import type { OpenWork, TaskPlace } from '../work/board.ts';

/** What the tools of the board say, and its page. */
export interface BoardTexts {
  tools: BoardToolTexts;
  page: DashboardWords;
}

/** To a model, after each move: what came of it, and what to do next. */
export interface BoardToolTexts {
  /** More than the five tools: which, in the instructions of the server. */
  duty: Record<'envoy' | 'marshall' | 'specialist', string>;
  told(roles: readonly string[]): string;
  notTold(roles: readonly string[]): string;
  issued(id: string): string;
  issuedNext: string;
  assigned(id: string, to: string, place: TaskPlace, waitsFor: readonly string[]): string;
  assignedNext: string;
  labels: Record<
    | 'persona'
    | 'objective'
    | 'deliverables'
    | 'context'
    | 'blockedBy'
    | 'blocks'
    | 'follows'
    | 'reason'
    | 'purpose'
    | 'criteria'
    | 'command'
    | 'tags'
    | 'files'
    | 'sourceTask',
    string
  >;
  task(id: string, status: string, command: string): string;
  noTask: string;
  queued(count: number): string;
  taskNext: Record<'assigned' | 'in_progress' | 'blocked' | 'done', string>;
  /** Above patterns and lessons: they are no orders. */
  relevant: string;
  updated(id: string, status: string): string;
  reported(id: string, status: string): string;
  gaps(gaps: readonly string[]): string;
  released(ids: readonly string[]): string;
  next(id: string): string;
  noNext: string;
  evaluated(id: string): string;
  commandDone(id: string): string;
  commandOpen(id: string, open: OpenWork): string;
  recorded(id: string, path: string): string;
  found(count: number): string;
  foundNothing: string;
  boardEmpty: string;
  waitsFor(ids: readonly string[]): string;
  has(role: string, current: string | undefined, queued: readonly string[]): string;
  fault(file: string, reason: string): string;
  /** The end of what was too long for one reply. */
  cut: string;
}

/** Why an argument cannot be taken; `at` is its name, dotted. */
export interface ArgumentFaults {
  missing(at: string): string;
  wrongType(at: string, wanted: 'text' | 'number' | 'boolean' | 'list' | 'object'): string;
  notOneOf(at: string, values: readonly string[]): string;
  tooSmall(at: string, least: number, given: string): string;
  tooBig(at: string, most: number, given: string): string;
  empty(at: string): string;
  tooLong(at: string, most: number, given: number): string;
  tooMany(at: string, most: number, given: number): string;
  notAnId(at: string): string;
  unknown(names: readonly string[]): string;
  other(at: string): string;
  /** More on what some arguments want. */
  wanted: Readonly<Record<string, string>>;
}

type BoardFlag =
  | 'session'
  | 'formation'
  | 'as'
  | 'input'
  | 'json'
  | 'project'
  | 'priority'
  | 'purpose'
  | 'criterion'
  | 'to'
  | 'command'
  | 'persona'
  | 'objective'
  | 'deliverable'
  | 'context'
  | 'blocks'
  | 'blockedBy'
  | 'follows'
  | 'taskId'
  | 'updateStatus'
  | 'reportStatus'
  | 'reason'
  | 'summary'
  | 'file'
  | 'tests'
  | 'notes'
  | 'gap'
  | 'noSkill'
  | 'skillName'
  | 'skillDescription'
  | 'skillReason'
  | 'scores'
  | 'issue'
  | 'learnt'
  | 'moreTasks'
  | 'acceptGaps'
  | 'end'
  | 'tag'
  | 'ofFile'
  | 'type'
  | 'limit'
  | 'title'
  | 'content'
  | 'sourceTask';

/** `ovld board`, `ovld task`, `ovld knowledge`. */
export interface BoardCliTexts {
  board: string;
  boardIssue: string;
  task: string;
  taskList: string;
  taskShow: string;
  taskAssign: string;
  taskGet: string;
  taskUpdate: string;
  taskReport: string;
  taskEvaluate: string;
  knowledge: string;
  knowledgeSearch: string;
  knowledgeRecord: string;
  knowledgeList: string;
  arguments: Record<'instruction' | 'task' | 'specialist' | 'words', string>;
  flags: Record<BoardFlag, string>;
  columns: Record<'id' | 'priority' | 'purpose' | 'title' | 'tags', string>;
  noKnowledge: string;
  /** No army stands here: messages are not announced. */
  waits: string;
  notScores: string;
  notLearnt: string;
  notLimit: string;
  inputAndFlags(flags: readonly string[]): string;
  unreadableInput(path: string, reason: string): string;
  noRoleFor(duty: string): string;
}
