import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { approveFormation } from '../support/approve.ts';
import { allEnded, paneOf } from '../support/mux-world.ts';
import { personTypes } from '../support/person.ts';
import { post, refused } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const FAKE = fileURLToPath(new URL('../support/fake-tui.mjs', import.meta.url));
/** The example of the guide, so that what it shows is what was tried. */
const GUIDE = readFileSync(new URL('../../docs/other-agents.md', import.meta.url), 'utf8');
const EXAMPLE = /```yaml\n(# \.ovld\/formations\/kimi\.yaml[^]*?)```/.exec(GUIDE)?.[1] ?? '';

interface Note {
  event: string;
  text?: string;
  pid?: number;
  ids?: string[];
}

interface Scene {
  world: ArmyWorld;
  mux: Mux;
  notes: (event: string) => Note[];
  shows: (text: string) => Promise<unknown>;
  types: (keys: string) => Promise<void>;
  /** From the lead, which is a scripted agent; the message's id. */
  send: () => Promise<string>;
  reads: (id: string) => Promise<unknown>;
}

/** The formation of the guide, with a scripted agent as its lead, and `kimi` a program of the test's. */
async function kimiArmy(kind: MuxKind): Promise<Scene> {
  const world = armyWorld(kind);
  const record = join(world.dir, 'kimi.jsonl');
  world.program('kimi', `#!/bin/sh\n'${process.execPath}' '${FAKE}' "$@" --record '${record}'\n`);
  const lead = {
    agent: 'mock',
    args: ['--record', join(world.dir, 'rec'), '--control', join(world.dir, 'ctl')],
  };
  const formation = parse(EXAMPLE) as { roles: { role: string }[] };
  formation.roles = formation.roles.map((seat) =>
    seat.role === 'lead' ? { ...seat, ...lead } : seat,
  );
  const file = join(world.project, '.ovld', 'formations', 'overlord.yaml');
  writeFileSync(file, stringify(formation));
  await approveFormation(world.env['HOME'] ?? '', world.project);
  await world.summon();
  const mux = await world.open();
  const notes = (event: string): Note[] =>
    (existsSync(record) ? readFileSync(record, 'utf8').split('\n') : [])
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note)
      .filter((one) => one.event === event);
  return {
    world,
    mux,
    notes,
    async shows(text) {
      const { id } = await paneOf(mux, 'hand');
      const look = async () => (await mux.screen(id))?.lines.join('\n').includes(text);
      return waitFor(look, `${JSON.stringify(text)} in the pane`);
    },
    types: (keys) => personTypes(world, mux, 'hand', keys),
    send: async () => (await post(world, 'lead', { to: 'hand' })).id,
    reads: (id) =>
      waitFor(() => notes('read').some(({ ids = [] }) => ids.includes(id)), `${id} to be read`),
  };
}

describe.each(muxKinds)('an agent that a formation describes, on %s', (kind) => {
  it('is given its ritual, woken, left alone with a draft, a dialog and a turn, and gets its relay back [X19]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const { world, notes, shows, types, send, reads } = await kimiArmy(kind);
    // The ritual alone was typed, and submitted once.
    expect(notes('submitted')).toHaveLength(1);
    expect(notes('submitted')[0]?.text).toContain('hand');

    await reads(await send());

    await types('mine');
    await shows('> mine');
    const pasted = notes('pasted').length;
    await send();
    await refused(world, 'hand', 'draft_present');
    await shows('> mine');
    expect(notes('pasted')).toHaveLength(pasted);
    await types('\u0015');

    await types('ask');
    await shows('> ask');
    await types('\r');
    await shows('❯ 1. Yes');
    await send();
    await refused(world, 'hand', 'dialog_open');
    expect(notes('approved')).toEqual([]);
    await types('\u001b');

    await types('think');
    await shows('> think');
    await types('\r');
    await shows('esc to interrupt');
    const before = notes('pasted').length;
    await send();
    await refused(world, 'hand', 'agent_busy');
    expect(notes('pasted')).toHaveLength(before);
    await types('\u001b');
    await waitFor(() => notes('interrupted').length === 1, 'the turn to end');

    await reads(await send());
    expect(notes('submitted').map(({ text }) => text)).not.toContain('mine');

    const relays = notes('connected');
    const relay = relays.at(-1)?.pid;
    if (relay === undefined) throw new Error('no relay');
    process.kill(relay, 'SIGKILL');
    const last = await send();
    await waitFor(() => notes('connected').length > relays.length, 'its relay to be started anew');
    await reads(last);
    expect(notes('submitted').map(({ text }) => text)).toContain('/mcp reload');
    expect(notes('approved')).toEqual([]);

    const { code, stderr } = await world.ovld(['unsummon', '--force']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await allEnded(world);
  });
});
