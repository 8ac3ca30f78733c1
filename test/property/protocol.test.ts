import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { formationSchema } from '../../src/army/formation.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import { createIds } from '../../src/kit/id.ts';
import { startRelay, type Relay } from '../../src/relay/relay.ts';
import { ringAgain } from '../../src/relay/ring-again.ts';
import { openFileStore } from '../../src/store/files.ts';
import { settle } from '../support/settle.ts';
import { mortality, seatOf } from '../support/backends.ts';
import { scheduledDisk, type Ears } from '../support/scheduled-disk.ts';
import { memoryRoot } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const ROLES = ['a', 'b', 'c'] as const;
type Role = (typeof ROLES)[number];
const formation = formationSchema.parse({ name: 'trio', roles: ROLES.map((role) => ({ role })) });

type Step =
  | { do: 'send'; from: Role; to: Role }
  | { do: 'broadcast'; from: Role }
  | { do: 'check'; at: Role }
  | { do: 'crash' | 'join' | 'leave'; at: Role }
  /** A person wants it rung again; cut off half-way, now and then. */
  | { do: 'again'; at: Role };

const role = fc.constantFrom(...ROLES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), from: role, to: role }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('broadcast' as const), from: role }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('check' as const), at: role }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), at: role }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('crash' as const, 'join' as const, 'leave' as const),
      at: role,
    }),
  },
);

interface Member {
  role: Role;
  relay?: Relay;
  life: { dead: boolean };
  pid: number;
}

/**
 * Random interleavings, call by call, of the real files store, herald and inbox: relays of three
 * roles send, broadcast, check, crash, restart and double, rings get lost, replies are cancelled.
 */
async function campaign(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  chance: () => number,
): Promise<void> {
  const dir = mkdtempSync(join(memoryRoot, 'ovld-property-'));
  const clock = fakeClock();
  const ears: Ears = new Map();
  const { isAlive, kill } = mortality();
  const members: Member[] = [];
  const acknowledged = new Set<string>();
  const handed = new Map<string, number>();
  const problems: string[] = [];
  let calm = false;
  let pids = 0;

  async function enlist(at: Role): Promise<void> {
    pids += 1;
    const member: Member = { role: at, life: { dead: false }, pid: pids };
    members.push(member);
    const disk = scheduledDisk(scheduler, member.life, ears);
    const store = openFileStore(dir, { disk, clock, isAlive, ids: createIds(clock) });
    const bell = {
      name: 'bell',
      ring: async () => {
        const luck = calm ? 99 : chance();
        if (luck < 10) return { sent: false as const, code: 'ring_failed' as const };
        // Swallowed without a word, or taken: then the agent looks, in its own time.
        if (luck >= 20)
          void scheduler.schedule(Promise.resolve(), `woken ${at}`).then(() => check(member));
        return { sent: true as const };
      },
    };
    member.relay = await startRelay({
      store,
      clock: {
        ...clock,
        after: (ms, call) => clock.after(ms, () => (member.life.dead ? undefined : call())),
      },
      log: () => undefined,
      formation,
      role: at,
      seat: { ...seatOf(member.pid), readyAt: '2026-11-15T12:00:00.000Z' },
      agentOf: () => mockAgent,
      panes: undefined,
      nativeDoorbells: [bell],
      nudgeText: en.nudge,
    });
  }

  async function check({ relay, life }: Member): Promise<void> {
    if (relay === undefined || life.dead) return;
    let room = calm ? 1000 : 1 + (chance() % 3);
    const handover = await relay.check(() => room-- > 0);
    if (life.dead) return;
    const luck = calm ? 0 : chance();
    // A reply cancelled before it was seen hands nothing over.
    if (luck >= 90) return handover.putBack();
    for (const { id, redelivered } of handover.messages) {
      const before = handed.get(id) ?? 0;
      if (before > 0 && redelivered === undefined)
        problems.push(`${id} handed over twice, unmarked`);
      handed.set(id, before + 1);
    }
    if (luck >= 70) return;
    await handover.spoke();
    if (handover.remaining > 0 && calm) await check({ relay, life, role: 'a', pid: 0 });
  }

  const living = (at: Role): Member | undefined =>
    members.findLast(({ role: r, life, relay }) => r === at && !life.dead && relay !== undefined);

  async function ringOnceMore(at: Role): Promise<void> {
    const life = { dead: false };
    const disk = scheduledDisk(scheduler, life, ears);
    const { mail } = openFileStore(dir, { disk, clock, isAlive, ids: createIds(clock) });
    const cutOff = chance() % 3 === 0;
    const clear = async (whose: string): Promise<void> => {
      await mail.clearFlag(whose);
      life.dead = cutOff;
    };
    await ringAgain({ ...mail, clearFlag: clear }, at);
  }

  async function run(one: Step): Promise<void> {
    if (one.do === 'join') return enlist(one.at);
    if (one.do === 'again') return ringOnceMore(one.at);
    const member = living('from' in one ? one.from : one.at);
    if (member?.relay === undefined) return;
    const letter = {
      subject: 's',
      body: 'b',
      priority: chance() % 4 === 0 ? ('urgent' as const) : ('normal' as const),
    };
    switch (one.do) {
      case 'send': {
        const { id } = await member.relay.send(one.to, letter);
        acknowledged.add(id);
        return;
      }
      case 'broadcast': {
        for (const outcome of await member.relay.broadcast(letter)) {
          if (outcome.delivered) acknowledged.add(outcome.id);
        }
        return;
      }
      case 'check':
        return check(member);
      case 'crash':
        member.life.dead = true;
        kill(member.pid);
        return;
      case 'leave': {
        await member.relay.stop();
        member.life.dead = true;
        kill(member.pid);
        return;
      }
    }
  }

  /** Everything that can happen without time passing, in the scheduler's order. */
  async function idle(): Promise<void> {
    for (let i = 0; i < 20_000; i += 1) {
      await settle();
      if (scheduler.count() === 0) return;
      await scheduler.waitOne();
    }
    throw new Error('never comes to rest');
  }

  const outside = openFileStore(dir, { clock, isAlive });
  try {
    await outside.init(formation);
    for (const at of ROLES) void enlist(at);
    await idle();
    for (const one of steps) {
      void scheduler
        .schedule(Promise.resolve(), one.do)
        .then(() => run(one))
        .catch((error: unknown) => {
          problems.push(String(error));
        });
    }
    await idle();
    for (const at of ROLES) {
      if (living(at) === undefined || !(await outside.mail.hasUnread(at))) continue;
      if ((await outside.mail.readFlag(at)) === undefined)
        problems.push(`${at}: unread, and no flag`);
    }
    calm = true;
    for (const at of ROLES) if (living(at) === undefined) void enlist(at);
    // Well past the longest pause: each relay that must ring again has rung.
    for (let tick = 0; tick < 12; tick += 1) {
      await idle();
      clock.advance(30_000);
    }
    await idle();
    for (const id of acknowledged) if (!handed.has(id)) problems.push(`${id} lost`);
    for (const at of ROLES) {
      if (await outside.mail.hasUnread(at)) problems.push(`${at} left with unread mail`);
      if ((await outside.mail.readFlag(at)) !== undefined)
        problems.push(`${at} left with its flag up`);
    }
    expect(problems).toEqual([]);
  } finally {
    for (const { life } of members) life.dead = true;
    rmSync(dir, { recursive: true, force: true });
  }
}

const RUNS = Number(process.env['OVLD_PROPERTY_RUNS'] ?? 60);

describe('any interleaving of any campaign', () => {
  // [R1 R2 R3 R4 R5 R6 R10 R11 R12]
  it(
    'loses nothing, doubles nothing unmarked, and leaves no wake unpaid',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.array(step, { minLength: 1, maxLength: 14 }),
          fc.infiniteStream(fc.nat(99)),
          async (scheduler, steps, luck) =>
            campaign(scheduler, steps, () => luck.next().value ?? 0),
        ),
        { numRuns: RUNS },
      );
    },
    RUNS * 2_000,
  );
});
