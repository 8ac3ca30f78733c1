import * as z from 'zod/mini';
import { reportOrderSchema } from '../../work/report.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, document, names, saying, told, toldData, toldLines } from './work-parts.ts';

export const submitReport: WorkToolMaker = () => {
  const { shape } = reportOrderSchema();
  return defineTool({
    name: 'submit_report',
    description: 'Report on your task: done, failed or blocked. It must be in_progress.',
    annotations: changing,
    input: z.strictObject({
      status: shape.status,
      result: shape.result,
      purpose_validation: saying(
        shape.purpose_validation,
        "Checked against the command's criteria; gaps: those not met, by number or words",
      ),
      // Flat for the model; what belongs together is checked below.
      skill_candidate: z
        .object({
          found: z.boolean(),
          name: z.optional(z.string()),
          description: z.optional(z.string()),
          reason: z.optional(z.string()),
        })
        .check(z.meta({ description: 'Worth a reusable skill? If found, all of it' })),
      task_id: saying(shape.task_id, 'Your current one unless given'),
    }),
    output: z.object({
      report: document(),
      task: document(),
      gaps: names(),
      released: names(),
      next: z.nullable(document()),
      told: told(),
    }),
    async run({ relay, work, boardTexts }, given) {
      const order = reportOrderSchema().parse(given);
      const { board } = await work();
      const done = await board.report(relay.role, order);
      const { report, task, gaps, released, next, told: whom } = done;
      const { tools } = boardTexts;
      const sentences = [
        tools.reported(report.task_id, report.status),
        ...(gaps.length > 0 ? [tools.gaps(gaps)] : []),
        ...(released.length > 0 ? [tools.released(released)] : []),
        ...toldLines(whom, tools),
        next === undefined ? tools.noNext : tools.next(next.task_id),
      ];
      return {
        text: sentences.join(' '),
        data: {
          report: { task_id: report.task_id, status: report.status, timestamp: report.timestamp },
          task: { task_id: task.task_id, status: task.status },
          gaps: [...gaps],
          released: [...released],
          next: next === undefined ? null : { task_id: next.task_id, status: next.status },
          told: toldData(whom),
        },
      };
    },
  });
};
