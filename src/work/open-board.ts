import { rolesWith, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Decision, Needs, Papers, SentNote, Sheets } from '../papers/papers.ts';
import type { Board, BoardView, Told } from './board.ts';
import { decideAssign } from './decide-assign.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import { decideIssue } from './decide-issue.ts';
import { decideRecord } from './decide-record.ts';
import { decideReport } from './decide-report.ts';
import { decideResume } from './decide-resume.ts';
import { decideUpdate } from './decide-update.ts';
import { slateOf, type Rules } from './slate.ts';
import type { BoardNotes } from './notes.ts';
import { queueOf } from './settle.ts';
import { localSeconds } from './timestamp.ts';
import { taskView, viewOf } from './view.ts';

export interface BoardParts {
  papers: Papers;
  formation: Pick<Formation, 'roles'>;
  clock: Pick<Clock, 'now'>;
  words: BoardNotes;
}

export function openBoard({ papers, formation, clock, words }: BoardParts): Board {
  const rules = (): Rules => ({
    envoys: rolesWith(formation, 'envoy'),
    marshalls: rolesWith(formation, 'marshall'),
    specialists: rolesWith(formation, 'specialist'),
    now: localSeconds(clock.now()),
    words,
  });
  /** Decided, done, and told: what the move brought about, and who heard of it. */
  async function move<T>(
    decide: (sheets: Sheets, rules: Rules) => Decision<T>,
    mentions: readonly (string | undefined)[] = [],
    numbers: Pick<Needs, 'task' | 'knowledge'> = {},
  ): Promise<T & { told: Told[]; filed: readonly string[] }> {
    const tasks = mentions.flatMap((id) => id ?? []);
    const needs = { tasks, ...numbers };
    const { value, notes, filed } = await papers.change((now) => decide(now, rules()), needs);
    return { ...value, told: notes.map(toldOf), filed };
  }
  return {
    async issue(by, order) {
      const { command, told } = await move((sheets, now) => decideIssue(sheets, now, by, order));
      return { command, told };
    },
    async assign(by, order) {
      const { blocks = [], blocked_by = [], follows, task_id } = order;
      const mentions = [...blocks, ...blocked_by, follows, task_id];
      const decide = (sheets: Sheets, now: Rules) => decideAssign(sheets, now, by, order);
      const done = await move(decide, mentions, { task: task_id === undefined });
      return { task: done.task, place: done.place, waitsFor: done.waitsFor, told: done.told };
    },
    async current(role) {
      const sheets = await papers.read();
      const task = sheets.current.get(role);
      if (task === undefined) return undefined;
      const command = sheets.commands.find(({ id }) => id === task.parent_cmd);
      return { task, command, queued: queueOf(slateOf(sheets), role).length };
    },
    async update(by, change) {
      const decide = (sheets: Sheets, now: Rules) => decideUpdate(sheets, now, by, change);
      const { task, told } = await move(decide, [change.task_id]);
      return { task, told };
    },
    async report(by, order) {
      const decide = (sheets: Sheets, now: Rules) => decideReport(sheets, now, by, order);
      const { filed: _, ...reported } = await move(decide, [order.task_id]);
      return reported;
    },
    async evaluate(by, order) {
      const decide = (sheets: Sheets, now: Rules) => decideEvaluate(sheets, now, by, order);
      const { filed: _, ...evaluated } = await move(decide, [order.task_id]);
      return evaluated;
    },
    async record(by, order) {
      const decide = (sheets: Sheets, now: Rules) => decideRecord(sheets, now, by, order);
      const { knowledge, filed } = await move(decide, [order.source_task], { knowledge: true });
      return { knowledge, path: filed[0] ?? '' };
    },
    list: async () => viewOf(await papers.read(), rules().specialists),
    async task(id) {
      const sheets = await papers.read();
      const slate = slateOf(sheets);
      const here = slate.slot(id);
      if (here !== undefined) {
        const report = slate.report(id);
        const evaluation = slate.evaluation(id);
        return { ...taskView(slate, here.task, here.place), ...given({ report, evaluation }) };
      }
      const old = await papers.archived(id);
      if (old === undefined) throw new OvldError('unknown_task', { id });
      const evaluation = await papers.evaluation(id);
      const view = {
        ...taskView(slate, old.task, 'finished'),
        evaluated: evaluation !== undefined,
      };
      return { ...view, ...given({ report: old.report, evaluation }) };
    },
    recover: async () => (await papers.finish()).finished,
    async resume(only) {
      const { told } = await papers
        .change((sheets) => decideResume(sheets, rules(), only))
        .then(({ value }) => value);
      return told;
    },
  };
}

const toldOf = ({ note, id }: SentNote): Told => ({ to: note.to, id });

/** Without the keys that have no value. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** For the backend: the dashboard of the documents as they are. */
export const dashboardOf =
  (formation: Pick<Formation, 'roles'>, render: (view: BoardView) => string) =>
  (sheets: Sheets): string =>
    render(viewOf(sheets, rolesWith(formation, 'specialist')));
