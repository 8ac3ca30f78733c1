import * as z from 'zod/mini';
import type { BoardToolTexts } from '../../i18n/board.ts';
import type { CurrentTask } from '../../work/board.ts';
import type { KnowledgeHit } from '../../work/knowledge-search.ts';
import type { Work } from '../../work/work.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import {
  continued,
  document,
  indented,
  looking,
  knowledgeData,
  knowledgeLines,
} from './work-parts.ts';

export const RELEVANT = 3;

export const getTask: WorkToolMaker = () =>
  defineTool({
    name: 'get_task',
    description: 'Your task now, its command, and what was learnt about such work.',
    annotations: looking,
    input: z.strictObject({}),
    output: z.object({
      task: z.nullable(document()),
      command: z.optional(document()),
      queued: z.int(),
      relevant: z.array(document()),
      note: z.optional(z.string()),
    }),
    async run({ relay, work, boardTexts }) {
      const opened = await work();
      const { tools } = boardTexts;
      const current = await opened.board.current(relay.role);
      if (current === undefined) {
        return { text: tools.noTask, data: { task: null, queued: 0, relevant: [] } };
      }
      const { task, command, queued } = current;
      const on = relay.formation.toolsets.includes('knowledge');
      const hits = on ? await relevantTo(opened, current) : [];
      return {
        text: [...taskLines(current, hits, tools), nextLine(current, tools)].join('\n'),
        data: {
          // A reply that is too long is cut at its end.
          ...(hits.length > 0 && { note: `relevant: ${tools.relevant}` }),
          task,
          ...(command && { command }),
          queued,
          relevant: knowledgeData(hits),
        },
      };
    },
  });

/** A failed search must not keep the task back. */
export const relevantTo = (
  { knowledge }: Work,
  { task }: CurrentTask,
): Promise<readonly KnowledgeHit[]> => knowledge.relevantTo(task, RELEVANT).catch(() => []);

const nextLine = ({ task, queued }: CurrentTask, texts: BoardToolTexts): string =>
  [texts.taskNext[task.status], ...(queued > 0 ? [texts.queued(queued)] : [])].join(' ');

export function taskLines(
  { task, command }: CurrentTask,
  hits: readonly KnowledgeHit[],
  texts: BoardToolTexts,
): string[] {
  const { labels } = texts;
  const list = (label: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${label}:\n${items.map((one) => indented(`- ${one}`)).join('\n')}`];
  const numbered = (items: readonly string[]): string[] =>
    items.map((one, i) => indented(`${i + 1}. ${one}`));
  return [
    texts.task(task.task_id, task.status, task.parent_cmd),
    `${labels.persona}: ${continued(task.persona)}`,
    `${labels.objective}:\n${indented(task.objective)}`,
    ...list(labels.deliverables, task.deliverables),
    ...list(labels.context, task.context),
    ...(task.follows === undefined ? [] : [`${labels.follows}: ${task.follows}`]),
    ...(task.blocked_by.length === 0 ? [] : [`${labels.blockedBy}: ${task.blocked_by.join(', ')}`]),
    ...(task.blocks.length === 0 ? [] : [`${labels.blocks}: ${task.blocks.join(', ')}`]),
    ...(task.reason === undefined ? [] : [`${labels.reason}: ${continued(task.reason)}`]),
    ...(command === undefined
      ? []
      : [
          `${labels.purpose}: ${continued(command.purpose)}`,
          `${labels.criteria}:`,
          ...numbered(command.acceptance_criteria),
        ]),
    ...(hits.length === 0 ? [] : [texts.relevant, ...knowledgeLines(hits, texts)]),
  ];
}
