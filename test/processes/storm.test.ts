import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { parseMessageName } from '../../src/store/files/layout.ts';
import { seeded, type Random } from '../support/faults-random.ts';
import {
  createPlayer,
  type Kill,
  type KillKind,
  type Ledger,
  type Player,
  type StormLetter,
} from '../support/faults-storm.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const SENDS = 1_000;
const KINDS: readonly KillKind[] = ['sending', 'collecting', 'between'];
/** A storm that stands still for so long is stuck; a burdened machine only makes it slow. */
const STILL_MS = 40_000;
const PATIENCE_MS = 540_000;
const roles = rolesOf(overlordFormation);

/** Bytes that break naive code: line ends, quotes, NUL, astral and lone surrogates, line separators. */
const SPICE = ['\r\n', '"\\', '\u0000\u001b[2J', '召喚 🔥', '\ud83d', '\u2028', '{"jsonrpc":', ''];

function letterOf(random: Random, from: string, to: string, n: number): StormLetter {
  const key = `${from}-${n}`;
  const size = random.below(20) === 0 ? random.below(20_000) : random.below(600);
  const body = `${key}${random.pick(SPICE)}${'x'.repeat(size)}${random.pick(SPICE)}`;
  const priority = random.below(10) === 0 ? 'urgent' : 'normal';
  return { key, from, to, subject: `${key} ${random.pick(SPICE)}`, body, priority };
}

/** Nine kills a role and one while it starts, spread over its thousand sends. */
function killsOf(random: Random): Kill[] {
  const kinds: KillKind[] = [...KINDS, 'newborn', ...KINDS, ...KINDS];
  const gap = Math.floor(SENDS / (kinds.length + 1));
  return kinds.map((kind, i) => ({ kind, after: gap * (i + 1) - random.below(gap / 2) }));
}

// [R1 R10 R11 R12 design.d1-files.2 design.risk-contention.3]
it(
  'six relays that are killed again and again lose nothing and repeat nothing unmarked',
  { timeout: 600_000, repeats: Number(process.env['OVLD_STORM_ROUNDS'] ?? 1) - 1 },
  async () => {
    const seed = Number(process.env['OVLD_STORM_SEED'] ?? Date.now() % 1_000_000);
    const random = seeded(seed);
    const dir = join(tempDir(), 'relay');
    const ledger: Ledger = {
      acknowledged: new Map(),
      receipts: [],
      owed: new Set(),
      kills: [],
      unanswered: 0,
      torn: 0,
      problems: [],
    };
    const told = (what: string): string => `${what} (OVLD_STORM_SEED=${seed})`;

    const letters = new Map<string, StormLetter>();
    const write = (from: string, to: string, n: number): StormLetter => {
      const letter = letterOf(random, from, to, n);
      letters.set(letter.key, letter);
      return letter;
    };
    let extra = SENDS;
    const others = (role: string): string[] => roles.filter((other) => other !== role);
    const players: Player[] = roles.map((role) =>
      createPlayer({
        role,
        dir,
        ledger,
        random,
        letters: Array.from({ length: SENDS }, (_, n) => write(role, random.pick(others(role)), n)),
        kills: killsOf(random),
        oneMore() {
          extra += 1;
          return write(role, role, extra);
        },
        goOn: () => !players.every((player) => player.spent()),
      }),
    );

    for (const player of players) player.start();
    const state = (): string => players.map((player) => player.describe()).join('\n');
    const moves = stillness(() => ledger.acknowledged.size + ledger.receipts.length);
    await waitFor(
      () =>
        ledger.problems.length > 0 ||
        players.every((one) => one.spent() && one.idle()) ||
        moves(told('the storm to move')),
      told('the storm to pass'),
      PATIENCE_MS,
    ).catch((error: unknown) => ledger.problems.push(`${String(error)}\n${state()}`));
    expect(ledger.problems, told('no relay failed a call or ended by itself')).toEqual([]);
    await drain(players, told);
    expect(ledger.problems, told('no relay failed a call or ended by itself')).toEqual([]);
    for (const player of players) expect((await player.end()).code, told('exit')).toBe(0);

    expectStorm(ledger, told);
    expectReceipts(ledger, letters, told);
    expectFiles(dir, ledger, told);
  },
);

/** Throws once a count has stood still for too long. */
function stillness(count: () => number): (what: string) => false {
  let last = { count: -1, at: 0 };
  return (what) => {
    const now = { count: count(), at: performance.now() };
    if (now.count !== last.count) last = now;
    if (now.at - last.at > STILL_MS) throw new Error(`still waiting for ${what}`);
    return false;
  };
}

/** Looks until no role has mail, then speaks once more so that the last page is acknowledged. */
async function drain(players: Player[], told: (what: string) => string): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    for (const player of players) player.check();
    await waitFor(
      () => players.every((player) => player.idle()),
      told('a page for every role'),
      STILL_MS,
    );
    const rest = players.some(({ lastPage }) => lastPage().messages + lastPage().remaining > 0);
    if (!rest) return;
  }
  throw new Error(told('the inboxes never got empty'));
}

/** The run was what it claims to be. */
function expectStorm({ acknowledged, kills, owed, receipts }: Ledger, told: Told): void {
  const of = (kind: KillKind): number => kills.filter((kill) => kill.kind === kind).length;
  expect(acknowledged.size, told('sends')).toBeGreaterThanOrEqual(roles.length * SENDS);
  expect(kills.length, told('kills')).toBeGreaterThanOrEqual(50);
  expect(of('between'), told('kills between reply and next request')).toBe(3 * roles.length);
  expect(kills.filter(({ sends }) => sends > 0).length, told('senders')).toBeGreaterThan(10);
  expect(kills.filter(({ checks }) => checks > 0).length, told('collectors')).toBeGreaterThan(10);
  expect(owed.size, told('messages handed over and not acknowledged')).toBeGreaterThan(0);
  expect(receipts.filter((one) => one.redelivered).length).toBeGreaterThanOrEqual(owed.size);
}

type Told = (what: string) => string;

function expectReceipts(ledger: Ledger, letters: Map<string, StormLetter>, told: Told): void {
  const lost = new Set(ledger.acknowledged.keys());
  const marks = new Map<string, number>();
  const unmarked: string[] = [];
  const altered: string[] = [];
  for (const { id, key, redelivered = 0, from, to, subject, body, priority } of ledger.receipts) {
    lost.delete(id);
    if (redelivered <= (marks.get(id) ?? -1)) unmarked.push(id);
    marks.set(id, redelivered);
    const sent = letters.get(key);
    const same =
      JSON.stringify(sent) === JSON.stringify({ key, from, to, subject, body, priority });
    if (!same) altered.push(id);
  }
  expect([...lost], told('acknowledged sends that were not collected')).toEqual([]);
  expect(unmarked, told('handed over again without a greater mark')).toEqual([]);
  expect(altered, told('not what was sent')).toEqual([]);
  const owing = [...ledger.owed].filter((id) => (marks.get(id) ?? 0) === 0);
  expect(owing, told('in the hands of a dead relay and never handed over again')).toEqual([]);
}

function expectFiles(dir: string, ledger: Ledger, told: Told): void {
  const names = (...path: string[]): string[] => readdirSync(join(dir, ...path));
  const archived = new Map<string, string>();
  for (const role of roles) {
    expect(names('inbox', role), told(`left in the inbox of ${role}`)).toEqual([]);
    expect(names('collected', role), told(`left in the hands of ${role}`)).toEqual([]);
    expect(names('agents', role), told(`still registered as ${role}`)).toEqual([]);
    for (const name of names('archive', role)) {
      const id = parseMessageName(name)?.id ?? name;
      expect(archived.get(id), told(`archived twice: ${id}`)).toBeUndefined();
      archived.set(id, role);
    }
  }
  const wrong = [...ledger.acknowledged].filter(([id, { to }]) => archived.get(id) !== to);
  expect(wrong, told('acknowledged sends that are not in the archive')).toEqual([]);
  expect(names('bad'), told('quarantined')).toEqual([]);
  // A killed sender leaves at most the draft of each call it had begun, and one of a flag.
  const drafts = names('tmp').length;
  expect(drafts, told('drafts')).toBeLessThanOrEqual(ledger.unanswered + ledger.kills.length);
  expectJournal(dir, ledger, told);
}

/** [N3] Killed writers may tear records, but never take a neighbour's with them. */
function expectJournal(dir: string, { kills, acknowledged }: Ledger, told: Told): void {
  const stored = new Set<string>();
  let unreadable = 0;
  for (const line of readFileSync(join(dir, 'journal.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue;
    try {
      const record = JSON.parse(line) as { event: string; id: string };
      if (record.event === 'stored') stored.add(record.id);
    } catch {
      unreadable += 1;
    }
  }
  expect(unreadable, told('torn records')).toBeLessThanOrEqual(kills.length);
  const missing = [...acknowledged.keys()].filter((id) => !stored.has(id));
  expect(missing, told('acknowledged sends without evidence')).toEqual([]);
}
