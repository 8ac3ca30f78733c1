import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { seeded, type Random } from '../support/faults-random.ts';
import { isNudge, rawOf, type Recorded } from '../support/mock-agent.ts';
import { personTypes } from '../support/person.ts';
import { isRead, readBy, rests, rings, sendTo } from '../support/post.ts';
import { missingProgram, requireOrSay } from '../support/require.ts';
import { stayWith } from '../support/spoken.ts';
import { waitFor } from '../support/wait-for.ts';

const TRIALS = Number(process.env['OVLD_GATE_TRIALS'] ?? 102);
const SEED = Number(process.env['OVLD_GATE_SEED'] ?? Date.now() % 1_000_000);
const ENTER_MS = 400;
/** From the beginning of a turn to its dialog. A model's first words take longer than this. */
const LEAD_MS = { least: 120, most: 300 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nudges = (world: ArmyWorld, role: string): number =>
  world.record(role).filter(isNudge).length;
const dialogs = (world: ArmyWorld, role: string): number =>
  world.record(role).filter(({ event }) => event === 'dialog').length;

/** What happened to an agent, one word a line of its record. */
const story = (record: readonly Recorded[]): string[] =>
  record.flatMap((line) => {
    if (isNudge(line)) return ['paste'];
    if (rawOf(line).includes('\r')) return ['enter'];
    return line.event === undefined ? [] : [line.event];
  });

/** Dialogs that opened while a nudge stood pasted and not yet submitted: what Enter would approve. */
function caughtBetween(record: readonly Recorded[]): number {
  let standing = false;
  let caught = 0;
  for (const word of story(record)) {
    if (word === 'paste') standing = true;
    else if (word === 'submitted') standing = false;
    else if (word === 'dialog' && standing) {
      caught += 1;
      standing = false;
    }
  }
  return caught;
}

interface Ground {
  world: ArmyWorld;
  mux: Mux;
  random: Random;
}

/**
 * A turn begins at a random moment around the nudge, and asks for permission a little later. Every
 * second trial waits for the paste, so that its dialog opens while the nudge stands there unsubmitted.
 */
async function trial({ world, mux, random }: Ground, role: string, round: number): Promise<string> {
  const [rungBefore, nudgesBefore] = [rings(world, role).length, nudges(world, role)];
  const sending = sendTo(world, role);
  if (round % 2 === 0) await pause(random.below(300));
  else {
    await waitFor(() => nudges(world, role) > nudgesBefore, `a nudge for ${role}`);
    await pause(random.below(ENTER_MS));
  }
  const lead = LEAD_MS.least + random.below(LEAD_MS.most - LEAD_MS.least);
  const asked = dialogs(world, role);
  await world.tell(role, { do: 'dialog', id: `${role}-${round}`, lead });
  const id = await sending;
  await waitFor(() => rings(world, role).length > rungBefore, `a ring for ${role}`);
  await waitFor(() => dialogs(world, role) > asked, `the dialog of ${role}`);
  const { dialog } = await world.tell(role, { do: 'look' });
  if (dialog !== null) await personTypes(world, mux, role, '2');
  await isRead(world, role, id);
  await rests(world, role);
  return id;
}

async function trials(kind: MuxKind): Promise<void> {
  // Nothing but the screen tells that a turn runs: the gate has to see it by itself.
  const agentArgs = ['--no-state'];
  const world = armyWorld(kind, { agentArgs, config: { pauses: { enter: ENTER_MS } } });
  await world.summon('--no-rituals');
  stayWith(world.relayDir(), ROLES);
  const mux = await world.open();
  const sent = await Promise.all(
    ROLES.map(async (role, i) => {
      const ground = { world, mux, random: seeded(SEED + i) };
      const ids: string[] = [];
      for (let round = 0; round < TRIALS / ROLES.length; round += 1) {
        ids.push(await trial(ground, role, round));
      }
      return ids;
    }),
  );
  let [caught, approved] = [0, 0];
  for (const [i, role] of ROLES.entries()) {
    const record = world.record(role);
    const of = (name: string): number => record.filter(({ event }) => event === name).length;
    expect(of('dialog')).toBe(sent[i]?.length);
    expect(readBy(world, role).toSorted()).toEqual(sent[i]?.toSorted());
    caught += caughtBetween(record);
    approved += of('action') + of('approved');
  }
  process.stderr.write(
    `${kind}: ${caught} of ${TRIALS} dialogs opened over a nudge that stood unsubmitted, ${approved} approved\n`,
  );
  // Otherwise nothing was proven: a blind Enter would have approved these.
  expect(caught).toBeGreaterThan(TRIALS / 5);
  expect(approved).toBe(0);
}

describe('a permission dialog around the nudge', () => {
  it(
    `is never answered, and the message arrives after it (seed ${SEED}) [C1]`,
    { timeout: 600_000 },
    async (context) => {
      const there = muxKinds.filter((kind) => requireOrSay(kind, missingProgram(kind)));
      if (there.length === 0) context.skip('needs a multiplexer');
      // Both at once: most of a trial is the ladder's pause.
      await Promise.all(there.map(trials));
    },
  );
});
