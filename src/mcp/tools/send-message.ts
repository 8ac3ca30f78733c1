import * as z from 'zod/mini';
import { HUMAN } from '../../army/human.ts';
import { defineTool, type ToolMaker } from '../tool.ts';
import { letterFields, wakeData, wakeFields, wakeText } from './letter.ts';

export const sendMessage: ToolMaker = (roles) =>
  defineTool({
    name: 'send_message',
    description:
      'Send a message to one role, or to human: the person. It is stored durably; the recipient is woken.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({
      to: z.string().check(z.meta({ enum: [...roles, HUMAN] })),
      ...letterFields(),
    }),
    output: z.object({
      id: z.string(),
      to: z.string(),
      delivered: z.literal(true),
      ...wakeFields(),
    }),
    async run({ relay, texts }, { to, ...letter }) {
      const { id, delivered, ...rest } = await relay.send(to, letter);
      return {
        text: `${texts.sent(id, to)} ${wakeText(texts, { to, ...rest })}`,
        data: { id, to, delivered, ...wakeData(texts, { to, ...rest }) },
      };
    },
  });
