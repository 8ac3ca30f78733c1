import * as z from 'zod/mini';
import { HUMAN } from '../../army/human.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { Relay } from '../../relay/relay.ts';
import type { Handed } from '../../message/message.ts';
import { defineTool, type ToolMaker } from '../tool.ts';

const handed = () =>
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    body: z.string(),
    priority: z.string(),
    type: z.optional(z.string()),
    timestamp: z.string(),
    redelivered: z.optional(z.int()),
  });

/** Room for the lines around the messages; of exchanges that are held, so many are named. */
const FRAME_BYTES = 2_500;
const NOTES = 5;
const FRAME_LINES = 20;

export const checkInbox: ToolMaker = () =>
  defineTool({
    name: 'check_inbox',
    description:
      'Take your unread messages, urgent first. Call it when you see [MESSAGE from …]; do not poll.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      // A client that met a dead relay may ask the next one: what was taken and not acknowledged comes again.
      idempotentHint: true,
      openWorldHint: false,
    },
    input: z.strictObject({}),
    output: z.object({
      messages: z.array(handed()),
      remaining: z.int(),
      note: z.optional(z.string()),
    }),
    async run({ relay, check, texts }) {
      const { messages, remaining } = await check(pageOf(relay.replies, texts));
      const head =
        messages.length === 0 && remaining === 0 ? texts.inboxEmpty : texts.inbox(messages.length);
      const more = remaining > 0 ? [texts.more(remaining)] : [];
      // A note must not keep the messages back.
      const held = await relay.heldWith().catch(() => []);
      const isPersons = messages.some(({ from }) => from === HUMAN);
      const notes = [
        ...(isPersons ? [texts.personsWord] : []),
        ...held.slice(0, NOTES).map(({ other, restMs }) => texts.exchangeHeld(other, restMs)),
      ];
      const letters = messages.map((message, i) =>
        render(message, i + 1, texts, relay.replies.lines),
      );
      return {
        text: [head, ...letters, ...more, ...notes].join('\n'),
        data: { messages, remaining, ...(notes.length > 0 && { note: notes.join(' ') }) },
      };
    },
  });

const countLines = (text: string): number => text.split('\n').length;

export const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** True while what is seen of the reply stays below the limit (R9), and for the first message in any case. */
function pageOf(
  { bytes: limit, lines: mostLines = Infinity, textOnly }: Relay['replies'],
  texts: Texts,
): (message: Handed) => boolean {
  let text = FRAME_BYTES;
  let data = FRAME_BYTES;
  let lines = FRAME_LINES;
  let count = 0;
  return (message) => {
    const shown = render(message, count + 1, texts, mostLines);
    text += bytes(shown) + 1;
    lines += countLines(shown);
    data += bytes(JSON.stringify(message)) + 1;
    count += 1;
    const fits = (textOnly ? text : Math.max(text, data)) < limit && lines < mostLines;
    return count === 1 || fits;
  };
}

/**
 * The body is indented: no line of it can pass for the head of another message. By one byte a line,
 * so that it never takes more room than its escaped form, which is bounded (message/message.ts). One of more lines
 * than an agent shows its model stands in that form, in one line.
 */
function render(message: Handed, position: number, texts: Texts, mostLines = Infinity): string {
  const { id, from, subject, body, priority, type, timestamp, redelivered } = message;
  const again = redelivered ? [texts.redelivered(redelivered)] : [];
  const notes = [priority, ...(type ? [type] : []), timestamp, ...again];
  const isLong = countLines(body) + 2 * FRAME_LINES > mostLines;
  const shown = isLong ? JSON.stringify(body) : body.replaceAll('\n', '\n\t');
  const indented = body === '' ? '' : `\n\t${shown}`;
  return `#${position} from ${from} (${notes.join(', ')}, ${id}): ${JSON.stringify(subject)}${indented}`;
}
