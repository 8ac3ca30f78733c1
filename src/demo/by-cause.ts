import { keyOf } from './journal.ts';
import type { Seen } from './records.ts';

/** Whoever sent it may have died before writing that down: so long the readers' story waits for it. */
const PATIENCE_MS = 1_000;

/**
 * Tells a letter's reading after its sending. A reader can be quicker than the sender's own record: what the
 * reader did is held back until then, and all it did since. `letters`: the subjects that are told when sent.
 */
export function byCause(
  letters: ReadonlySet<string>,
  tell: (seen: Seen) => void,
): (seen: Seen) => void {
  const sent = new Set<string>();
  const held = new Map<string, Seen[]>();
  let now = 0;

  const ripe = ({ role, at, read }: Seen): boolean =>
    Date.parse(at) + PATIENCE_MS < now ||
    read.every(({ id, subject }) => !letters.has(subject) || sent.has(keyOf({ to: role, id })));

  function tellNow(seen: Seen): void {
    for (const one of seen.sent) sent.add(keyOf(one));
    tell(seen);
  }

  /** Whether anything was told: that may be what others wait for. */
  function release(): boolean {
    let told = false;
    for (const queue of held.values()) {
      for (let next = queue[0]; next !== undefined && ripe(next); next = queue[0]) {
        queue.shift();
        tellNow(next);
        told = true;
      }
    }
    return told;
  }

  return (seen) => {
    now = Math.max(now, Date.parse(seen.at));
    const queue = held.get(seen.role) ?? [];
    held.set(seen.role, queue);
    queue.push(seen);
    while (release());
  };
}
