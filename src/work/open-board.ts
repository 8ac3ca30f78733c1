import { rolesWith, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { localSeconds } from '../kit/local-time.ts';
import type { Role } from '../army/role.ts';
import type { BoardDocuments, BoardState, Decision, Needs } from '../documents/documents.ts';
import type { Board, SentNotice } from './board.ts';
import { decideAssign } from './decide-assign.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import { decideIssue } from './decide-issue.ts';
import { decideRecord } from './decide-record.ts';
import { decideReport } from './decide-report.ts';
import { decideResume } from './decide-resume.ts';
import { decideUpdate } from './decide-update.ts';
import { editBoard, type Rules } from './edited-board.ts';
import type { BoardNotes } from './notes.ts';
import { listQueue } from './settle.ts';
import { viewTask, viewBoard } from './view.ts';

export interface BoardParts {
  documents: BoardDocuments;
  formation: Pick<Formation, 'roles'>;
  clock: Pick<Clock, 'now'>;
  words: BoardNotes;
}

export function openBoard({ documents, formation, clock, words }: BoardParts): Board {
  const rules = (): Rules => ({
    envoys: rolesWith(formation, 'envoy'),
    marshalls: rolesWith(formation, 'marshall'),
    specialists: rolesWith(formation, 'specialist'),
    now: localSeconds(clock.now()),
    words,
  });
  /** Decides and carries out one move; returns its result, the notes it sent and the knowledge it filed. */
  async function move<O, T>(
    decide: (state: BoardState, rules: Rules, by: Role, order: O) => Decision<T>,
    by: Role,
    order: O,
    mentions: readonly (string | undefined)[] = [],
    numbers: Pick<Needs, 'task' | 'knowledge'> = {},
  ): Promise<{ done: T & { told: SentNotice[] }; filed: readonly string[] }> {
    const needs = { tasks: mentions.flatMap((id) => id ?? []), ...numbers };
    const { value, notes, filed } = await documents.change(
      (state) => decide(state, rules(), by, order),
      needs,
    );
    return { done: { ...value, told: notes.map(({ note, id }) => ({ to: note.to, id })) }, filed };
  }
  return {
    issue: async (by, order) => (await move(decideIssue, by, order)).done,
    async assign(by, order) {
      const { blocks = [], blocked_by = [], follows, task_id } = order;
      const mentions = [...blocks, ...blocked_by, follows, task_id];
      const numbers = { task: task_id === undefined };
      return (await move(decideAssign, by, order, mentions, numbers)).done;
    },
    async current(role) {
      const state = await documents.read();
      const task = state.current.get(role);
      if (task === undefined) return undefined;
      const command = state.commands.find(({ id }) => id === task.parent_cmd);
      return { task, command, queued: listQueue(editBoard(state), role).length };
    },
    update: async (by, change) => (await move(decideUpdate, by, change, [change.task_id])).done,
    report: async (by, order) => (await move(decideReport, by, order, [order.task_id])).done,
    evaluate: async (by, order) => (await move(decideEvaluate, by, order, [order.task_id])).done,
    async record(by, order) {
      const mentions = [order.source_task];
      const { done, filed } = await move(decideRecord, by, order, mentions, { knowledge: true });
      return { knowledge: done.knowledge, path: filed[0] ?? '' };
    },
    list: async () => viewBoard(await documents.read(), rules().specialists),
    async task(id) {
      const edited = editBoard(await documents.read());
      const here = edited.slot(id);
      const old = here === undefined ? await documents.archived(id) : undefined;
      const found = here ?? (old && { task: old.task, place: 'finished' as const });
      if (found === undefined) throw new OvldError('unknown_task', { id });
      const report = here === undefined ? old?.report : edited.report(id);
      const evaluation =
        here === undefined ? await documents.evaluation(id) : edited.evaluation(id);
      return {
        ...viewTask(edited, found.task, found.place),
        evaluated: evaluation !== undefined,
        ...(report && { report }),
        ...(evaluation && { evaluation }),
      };
    },
    recover: async () => (await documents.finish()).finished,
    async resume(only) {
      const { value } = await documents.change((state) => decideResume(state, rules(), only));
      return value.told;
    },
  };
}
