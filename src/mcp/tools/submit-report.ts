import * as z from 'zod/mini';
import { reportOrderSchema } from '../../work/report.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe, document, moveReply, names, told } from './work-parts.ts';

export const submitReport: WorkToolMaker = () => {
  const { shape } = reportOrderSchema();
  return defineTool({
    name: 'submit_report',
    description: 'Report on your task: done, failed or blocked. It must be in_progress.',
    annotations: changing,
    input: z.strictObject({
      status: shape.status,
      result: shape.result,
      purpose_validation: describe(
        shape.purpose_validation,
        "Checked against the command's criteria; gaps: those not met, by number or words",
      ),
      // Flat for the model; what belongs together is checked below.
      skill_candidate: z
        .strictObject({
          found: z.boolean(),
          name: z.optional(z.string()),
          description: z.optional(z.string()),
          reason: z.optional(z.string()),
        })
        .check(z.meta({ description: 'Worth a reusable skill? If found, all of it' })),
      task_id: describe(shape.task_id, 'Your current one unless given'),
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
      const reported = await board.report(relay.role, order);
      const { report, task, gaps, released, next, told: whom } = reported;
      const { tools } = boardTexts;
      const done = [
        tools.reported(report.task_id, report.status),
        ...(gaps.length > 0 ? [tools.gaps(gaps)] : []),
        ...(released.length > 0 ? [tools.released(released)] : []),
      ];
      const data = {
        report: { task_id: report.task_id, status: report.status, timestamp: report.timestamp },
        task: { task_id: task.task_id, status: task.status },
        gaps: [...gaps],
        released: [...released],
        next: next === undefined ? null : { task_id: next.task_id, status: next.status },
      };
      const then = next === undefined ? tools.noNext : tools.next(next.task_id);
      return moveReply({ done, told: whom, next: then, data }, tools);
    },
  });
};
