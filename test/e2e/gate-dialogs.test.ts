import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import {
  arrives,
  caughtBetween,
  isNudge,
  personTypes,
  readBy,
  rests,
  rings,
  sendTo,
} from '../support/gate-trials.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const TRIALS = Number(process.env['OVLD_GATE_TRIALS'] ?? 204);
const ENTER_MS = 150;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nudges = (world: ArmyWorld, role: string): number =>
  world.record(role).filter(isNudge).length;

/** Every second trial waits for the paste, so that its dialog opens between paste and Enter. */
async function trial(world: ArmyWorld, mux: Mux, role: string, round: number): Promise<string> {
  const [rungBefore, nudgesBefore] = [rings(world, role).length, nudges(world, role)];
  const sending = sendTo(world, role);
  if (round % 2 === 0) await pause(Math.random() * 300);
  else {
    await waitFor(() => nudges(world, role) > nudgesBefore, `a nudge for ${role}`);
    await pause(Math.random() * ENTER_MS);
  }
  await world.tell(role, { do: 'dialog', id: `${role}-${round}` });
  const id = await sending;
  await waitFor(() => rings(world, role).length > rungBefore, `a ring for ${role}`);
  const { dialog } = await world.tell(role, { do: 'look' });
  if (dialog !== null) await personTypes(world, mux, role, '2');
  await arrives(world, role, id);
  await rests(world, role);
  return id;
}

async function trials(kind: MuxKind): Promise<void> {
  const world = armyWorld(kind, { config: { pauses: { enter: ENTER_MS } } });
  await world.summon('--no-rituals');
  const mux = await world.open();
  const sent = await Promise.all(
    ROLES.map(async (role) => {
      const ids: string[] = [];
      for (let round = 0; round < TRIALS / ROLES.length; round += 1) {
        ids.push(await trial(world, mux, role, round));
      }
      return ids;
    }),
  );
  let [caught, crossed] = [0, 0];
  for (const [i, role] of ROLES.entries()) {
    const record = world.record(role);
    const of = (name: string): number => record.filter(({ event }) => event === name).length;
    expect(of('dialog')).toBe(sent[i]?.length);
    expect(readBy(world, role).toSorted()).toEqual(sent[i]?.toSorted());
    caught += caughtBetween(record);
    crossed += of('action');
  }
  process.stderr.write(
    `${kind}: ${caught} of ${TRIALS} dialogs opened between paste and Enter, ${crossed} crossed with it\n`,
  );
  // Otherwise nothing was proven: a blind Enter would have approved these.
  expect(caught).toBeGreaterThan(TRIALS / 5);
  // Milliseconds lie between the last look and Enter, more on a machine that is overrun. Without the
  // look it is most of them.
  expect(crossed).toBeLessThanOrEqual(TRIALS / 50);
}

describe('a permission dialog around the nudge', () => {
  it(
    'that ovld can see is not answered, and the message arrives after it [C1]',
    { timeout: 600_000 },
    async (context) => {
      // Both at once: most of a trial is the ladder's pause.
      const there = muxKinds.filter((kind) => missingProgram(kind) === undefined);
      for (const kind of muxKinds) {
        if (there.length === 0) requireOrSkip(context, kind, missingProgram(kind));
      }
      await Promise.all(there.map(trials));
    },
  );
});
