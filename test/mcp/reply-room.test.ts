import { expect, it } from 'vitest';
import type { Replies } from '../../src/agent/agent.ts';
import { textsFor } from '../../src/i18n/explain.ts';
import { checkInbox } from '../../src/mcp/tools/check-inbox.ts';
import type { ToolContext } from '../../src/mcp/tool.ts';
import type { Handed } from '../../src/message/message.ts';

const letter = (n: number, body = 'x'.repeat(4_000)): Handed => ({
  id: `m${n}`,
  from: 'overlord',
  to: 'storm',
  subject: 'news',
  body,
  priority: 'normal',
  timestamp: '2026-11-19T18:00:00Z',
});

/** How many of twenty letters of 4 kB go into one reply. */
async function countHanded(
  replies: Replies,
  body?: string,
): Promise<{ handed: number; bytes: number; text: string }> {
  let handed = 0;
  const context = {
    texts: textsFor('en'),
    relay: { replies, heldWith: async () => [] },
    async check(fits: (message: Handed) => boolean) {
      const messages: Handed[] = [];
      while (messages.length < 20 && fits(letter(messages.length, body))) {
        messages.push(letter(messages.length, body));
      }
      handed = messages.length;
      return { messages, remaining: 20 - messages.length };
    },
  } as unknown as ToolContext;
  const { text, data } = await checkInbox([]).call(context, {});
  const seen = replies.textOnly ? [text] : [text, JSON.stringify(data)];
  return { handed, bytes: Math.max(...seen.map((face) => Buffer.byteLength(face))), text };
}

it.each([
  [{ bytes: 60_000 }, 13],
  [{ bytes: 38_000, textOnly: true }, 8],
  [{ bytes: 15_000, textOnly: true }, 3],
  // The first comes in any case.
  [{ bytes: 1_000, textOnly: true }, 1],
] as const)(
  'of mail for an agent with room for %j so many letters come at once: %i [R9 X20]',
  async (replies, expected) => {
    const { handed, bytes } = await countHanded(replies);
    expect(handed).toBe(expected);
    if (handed > 1) expect(bytes).toBeLessThan(replies.bytes);
  },
);

it('of more lines than an agent shows its model none is handed over, and one letter of more stands in one line [R9 X20]', async () => {
  const room = { bytes: 49_000, lines: 2_000, textOnly: true } as const;
  const some = await countHanded(room, 'line\n'.repeat(600));
  expect(some.handed).toBe(3);
  expect(some.text.split('\n').length).toBeLessThan(2_000);
  const body = '\n"'.repeat(8_000);
  const { handed, text } = await countHanded(room, body);
  expect(handed).toBe(1);
  expect(text.split('\n').length).toBeLessThan(10);
  expect(text).toContain(`\n\t${JSON.stringify(body)}`);
  expect((await countHanded({ bytes: 49_000, textOnly: true }, body)).text).toContain('\n\t"\n\t"');
});
