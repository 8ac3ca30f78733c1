import * as z from 'zod/mini';
import { declarable, TASK_CHARACTERS } from '../../message/status.ts';
import { defineTool, type ToolMaker } from '../tool.ts';
import { declaredFields } from './get-status.ts';

export const updateStatus: ToolMaker = () =>
  defineTool({
    name: 'update_status',
    description: 'Declare your own status and what you are working on.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    input: z.strictObject({
      status: z.enum(declarable),
      task: z._default(z.string(), '').check(z.meta({ maxLength: TASK_CHARACTERS })),
    }),
    output: z.object(declaredFields()),
    async run({ relay, texts }, declared) {
      const status = await relay.declare(declared);
      return { text: texts.statusSet(status.status, status.task), data: { ...status } };
    },
  });
