import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/documents/documents.ts';
import { boardWorld, command } from '../support/board-world.ts';
import { tempDir } from '../support/temp.ts';

const LEASE_MS = 2_000;

const notes = (count: number): Note[] =>
  Array.from({ length: count }, (_, i) => ({
    from: 'marshall',
    to: `specialist_${i + 1}`,
    type: 'task_assigned',
    subject: `${i + 1}`,
    body: 'b',
  }));

describe('messages that take longer than a lease', () => {
  it('are sent once: the sender holds the lease of the board meanwhile', async () => {
    const [root, sent] = [join(tempDir(), '.ovld'), [] as string[]];
    const world = () =>
      boardWorld({
        root,
        leaseMs: LEASE_MS,
        post: async ({ subject }) => {
          await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 0.4));
          sent.push(subject);
          return 'msg_001';
        },
      });
    const [one, other] = [world(), world()];
    await one.documents.finish();
    const sending = one.documents.change(() => ({ value: 1, edits: [], notes: notes(4) }));
    await Promise.all([sending, other.board.issue('envoy', command())]);
    const ours = sent.slice(0, 4);
    expect(ours).toEqual(['1', '2', '3', '4']);
    expect(sent.filter((subject) => ours.includes(subject))).toHaveLength(4);
  });

  it('are left to the process that took the board over: a late holder sends no more', async () => {
    const [root, sent] = [join(tempDir(), '.ovld'), [] as string[]];
    let other: Promise<unknown> | undefined;
    const late = boardWorld({
      root,
      leaseMs: LEASE_MS,
      post: async ({ subject }) => {
        sent.push(`late ${subject}`);
        if (subject !== '2') return 'msg_001';
        // Stopped here, for longer than the lease; the other does it all.
        await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 1.2));
        other ??= boardWorld({
          root,
          leaseMs: LEASE_MS,
          post: async ({ subject: again }) => {
            sent.push(again);
            return 'msg_001';
          },
        }).documents.finish();
        await other;
        return 'msg_002';
      },
    });
    await late.documents.change(() => ({ value: 1, edits: [], notes: notes(4) }));
    expect(sent).toEqual(['late 1', 'late 2', '1', '2', '3', '4']);
  });
});
