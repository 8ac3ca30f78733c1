import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import {
  asWords,
  pidOf,
  postOffice,
  restsAtModel,
  ringsOf,
  seatOf,
  stateOf,
} from '../support/claude-mail.ts';
import { ritualOf } from '../support/army-world.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { seeded, type Random } from '../support/faults-random.ts';
import { bash, call, relayCall } from '../support/model/reply.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { isWoken, readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSay, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const SEED = Number(process.env['OVLD_DIALOG_SEED'] ?? Date.now() % 1_000_000);

/** Fifty in all, half of them with the socket. One without hooks knows nothing but its screen. */
const SEATS = {
  strategist: { trials: 13, rung: 'socket', hooks: true },
  inferno: { trials: 12, rung: 'socket', hooks: true },
  glacier: { trials: 9, rung: 'typed', hooks: true },
  shadow: { trials: 8, rung: 'typed', hooks: false },
  storm: { trials: 8, rung: 'typed', hooks: false },
} as const;
type Seated = keyof typeof SEATS;
const SEATED = Object.keys(SEATS) as Seated[];

const DIALOG = /Do you want to proceed\?/;
const GUARDED = /guarded step (\S+)/;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What needs a person's permission: giving it makes the file. */
const guarded: Rule = ({ isMain, heard }) => {
  const [, file] = GUARDED.exec(heard) ?? [];
  return isMain && file !== undefined ? call([bash(`touch ${file}`)]) : undefined;
};

/** Told of mail together with the step, it reads after the step. */
const readsLater: Rule = (request) =>
  request.isMain && request.toolResults.length > 0 && owes(request)
    ? call([relayCall('check_inbox')])
    : undefined;

function owes({ turns }: ModelRequest): boolean {
  const reads = turns.findLastIndex(({ blocks }) =>
    blocks.some((block) => block.type === 'tool_use' && block.name.endsWith('check_inbox')),
  );
  const since = turns.slice(reads + 1).flatMap(({ blocks }) => blocks);
  const heard = since.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return isWoken({ heard } as ModelRequest);
}

interface Trial {
  id: string;
  file: string;
  allowed: boolean;
  /** What was tried while the dialog was open, in the journal's words. */
  tried: string[];
}

interface Ground {
  world: ClaudeWorld;
  role: Seated;
  send: (to: string) => Promise<string>;
  random: Random;
}

/** A step that needs permission begins at a random moment around a message; a person answers when both are there. */
async function trial({ world, role, send, random }: Ground, round: number): Promise<Trial> {
  const file = join(world.dir, `${role}-${round}`);
  const before = ringsOf(world, role).length;
  const allowed = random.below(2) === 0;
  const opens = (async () => {
    await waitFor(async () => {
      await pause(40);
      return DIALOG.test(await world.screen(role));
    }, `the dialog of ${role}`);
    return Date.now();
  })();
  // Around the beginning of the step, the step first where it is negative; or into its open dialog.
  const lead = random.below(1_200) - 800;
  const [, id] = await Promise.all([
    pause(Math.max(0, lead)).then(() => world.post(pidOf(world, role), `guarded step ${file}`)),
    (round % 2 === 0 ? pause(Math.max(0, -lead)) : opens.then(() => pause(random.below(300)))).then(
      () => send(role),
    ),
  ]);
  const openAt = await opens;
  if (SEATS[role].hooks) {
    await waitFor(() => stateOf(world, role) === 'waiting', `${role} to wait for permission`);
    expect((await seatOf(world, role)).observed.agent).toBe('waiting');
  } else if (!world.model.fetched(role).has(id)) {
    await waitFor(() => ringsOf(world, role).length > before, `a ring for ${role}`);
  }
  // Only the person has answered, whatever was rung.
  expect(await world.screen(role)).toMatch(DIALOG);
  expect(existsSync(file)).toBe(false);
  const rings = ringsOf(world, role).slice(before);
  const tried = rings.filter(({ at, code }) => Date.parse(at) >= openAt || code === 'dialog_open');
  await answer(world, role, allowed);
  await world.model.waitForFetched(role, id, 60_000).catch(async (error: unknown) => {
    const rung = ringsOf(world, role)
      .slice(before)
      .map((ring) => JSON.stringify(ring));
    const seen = [allowed ? 'allowed' : 'refused', ...rung, await world.screen(role)];
    throw new Error([`${role}:`, ...seen, String(error)].join('\n'));
  });
  if (allowed) await waitFor(() => existsSync(file), `what was allowed to ${role}`);
  await waitFor(() => hasEnded(world, role, allowed), `${role} to rest`);
  await waitFor(async () => !DIALOG.test(await world.screen(role)), `${role} to go on`);
  return { id, file, allowed, tried: tried.map(asWords) };
}

/** A key that comes too soon after a dialog has opened is not taken: a person presses it again. */
async function answer(world: ClaudeWorld, role: string, allowed: boolean): Promise<void> {
  const isOpen = async (): Promise<boolean> => DIALOG.test(await world.screen(role));
  for (let tries = 0; tries < 5 && (await isOpen()); tries += 1) {
    await world.type(role, allowed ? '1' : '\u001b');
    await waitFor(async () => !(await isOpen()), 'the dialog to close', 3_000).catch(
      () => undefined,
    );
  }
}

/** A turn that was not allowed to go on ends with the step. */
function hasEnded(world: ClaudeWorld, role: string, allowed: boolean): boolean {
  if (restsAtModel(world, role)) return true;
  const reply = world.model.entries(role).at(-1)?.reply;
  return !allowed && reply !== undefined && 'calls' in reply && reply.calls[0]?.tool === 'Bash';
}

async function trials(kind: MuxKind): Promise<void> {
  const world = await claudeWorld({
    mux: kind,
    rules: [guarded, readsLater, readsItsMail],
    socket: SEATED.filter((role) => SEATS[role].rung === 'socket'),
    seat: { permission_mode: 'manual' },
  });
  await world.summon('--no-rituals');
  for (const role of SEATED) {
    if (!SEATS[role].hooks) rmSync(join(world.relayDir(), 'hooks', `${role}.sh`));
  }
  const send = await postOffice(world);
  const done = await Promise.all(
    SEATED.map(async (role, i) => {
      const ground = { world, role, send, random: seeded(SEED + i) };
      const ran: Trial[] = [];
      for (let round = 0; round < SEATS[role].trials; round += 1) {
        ran.push(await trial(ground, round));
      }
      return { role, ran };
    }),
  );
  const all = done.flatMap(({ ran }) => ran);
  const open = all.filter(({ tried }) => tried.length > 0);
  const told = done.map(({ role, ran }) => {
    const tried = ran.flatMap((one) => one.tried);
    const words = [...new Set(tried)].map(
      (word) => `${tried.filter((w) => w === word).length} ${word}`,
    );
    return `  ${role}: ${ran.filter((one) => one.tried.length > 0).length} of ${ran.length} (${words.join(', ')})`;
  });
  process.stderr.write(
    [
      `${kind}: ${open.length} of ${all.length} dialogs were open when a ring was tried`,
      ...told,
      '',
    ].join('\n'),
  );
  for (const { role, ran } of done) {
    const fetched = world.model.fetched(role);
    for (const { id, file, allowed } of ran) {
      expect(existsSync(file), `${file} was allowed: ${allowed}`).toBe(allowed);
      expect(fetched.get(id)).toMatchObject({ times: 1, unmarked: 1 });
    }
  }
  expect(all).toHaveLength(50);
  // Otherwise nothing was proven.
  expect(open.length).toBeGreaterThan(15);
  expect(world.model.others()).toEqual([]);
}

describe('a permission dialog of a real claude, around the wake', () => {
  // [C1 C9 C10]
  it(
    `is answered only by its person, and the mail arrives after it (seed ${SEED})`,
    { timeout: 300_000 },
    async (context) => {
      requireOrSkip(context, 'claude', missingClaude());
      const there = muxKinds.filter((kind) => requireOrSay(kind, missingProgram(kind)));
      if (there.length === 0) context.skip('needs a multiplexer');
      await Promise.all(there.map(trials));
    },
  );
});

describe.each(muxKinds)('what a real claude asks at its start, in %s', (mux) => {
  it('is left to its person; then inject gives the ritual, and the mail arrives [C1 C4]', async (context) => {
    requireOrSkip(context, mux, missingProgram(mux));
    requireOrSkip(context, 'claude', missingClaude());
    const [role, other] = ['overlord', 'strategist'];
    const world = await claudeWorld({ mux, roles: [role, other] });
    // A home in which nothing was asked yet but the colours.
    const answered = { hasCompletedOnboarding: true, hasSeenAutoDefaultNotice: true };
    writeFileSync(join(world.dir, 'home', '.claude.json'), JSON.stringify(answered));
    const calls = world.listen();
    const { code, stdout } = await world.ovld(['summon', '--detach', '--agent', 'claude']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 roles wait: Claude asks whether you trust this folder');
    await world.shows(role, /Quick safety\s+check/);

    const sent = await world.ovld(['send', '--json', role, 'read this']);
    const { id } = JSON.parse(sent.stdout) as { id: string };
    const seat = await seatOf(world, role);
    expect(seat).toMatchObject({ waits_behind: 'dialog_open', observed: { unread: 1 } });
    await pause(2_000);
    expect(ringsOf(world, role).filter(({ event }) => event === 'rung')).toEqual([]);
    await world.shows(role, /Quick safety\s+check/);
    expect(calls().filter(({ argv }) => argv.some((word) => KEYS.has(word)))).toEqual([]);

    for (const [asked, arrow] of [
      [/Quick safety\s+check/, '\u001b[B'],
      [/Detected a custom/, '\u001b[A'],
    ] as const) {
      await world.shows(role, asked);
      expect(await world.screen(other)).toMatch(/has not\s+started yet/);
      await world.type(role, arrow);
      await world.shows(role, /❯ Yes/);
      await world.type(role, '\r');
    }
    await waitFor(
      async () => (await seatOf(world, role)).observed.relay === 'alive',
      'its relay to come',
    );
    // On a machine with much to do a person may have to ask twice.
    const given = new RegExp(`${role} +ritual given`);
    const inject = async () => given.test((await world.ovld(['inject', role])).stdout);
    await waitFor(inject, 'the ritual to be given', 60_000);
    const ritual = ritualOf(role);
    await world.model.waitFor((one) => one.lastUserText.includes(ritual), 'the ritual');
    await world.model.waitForFetched(role, id, 60_000);
    await world.model.waitFor((one) => one.lastUserText.includes(ritualOf(other)), 'the other');
  });
});

/** Words by which a multiplexer is told to type. */
const KEYS = new Set(['send-keys', 'paste-buffer', 'paste', 'write', 'write-chars']);
