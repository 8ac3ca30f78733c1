import * as z from 'zod/mini';
import { HUMAN } from '../../army/human.ts';
import { messageTypes } from '../../message/message.ts';
import { defineTool, type ToolMaker } from '../tool.ts';
import { letterFields, wakeData, wakeFields, wakeText } from './letter.ts';

export const sendMessage: ToolMaker = (roles) =>
  defineTool({
    name: 'send_message',
    description:
      'Send a message to a role, or to human: the person. Stored durably; the recipient is woken.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({
      to: z.string().check(z.meta({ enum: [...roles, HUMAN] })),
      ...letterFields(),
      body: z
        .string()
        .check(z.meta({ description: 'At most 32 KiB. Paths rather than file contents.' })),
      type: z.optional(z.enum(messageTypes)),
    }),
    output: z.object({
      id: z.string(),
      to: z.string(),
      delivered: z.literal(true),
      ...wakeFields(),
    }),
    async run({ relay, texts }, { to, type, ...letter }) {
      const sending = relay.send(to, { ...letter, ...(type && { type }) });
      const { id, delivered, ...rest } = await sending;
      return {
        text: `${texts.sent(id, to)} ${wakeText(texts, { to, ...rest })}`,
        data: { id, to, delivered, ...wakeData(texts, { to, ...rest }) },
      };
    },
  });
