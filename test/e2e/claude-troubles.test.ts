import { existsSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import {
  asWords,
  composerOf,
  isSaidToBe,
  journalOf,
  pidOf,
  postOffice,
  restsAtModel,
  ringsOf,
  seatOf,
  stateOf,
} from '../support/claude-mail.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { bash, call, gate, refuse, say } from '../support/model/reply.ts';
import { isWoken, readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** One role in trouble, and how mail is sent to it. */
interface Scene {
  world: ClaudeWorld;
  role: string;
  send(): Promise<string>;
  /** What was rung, or refused by the socket, since the last time this was asked. */
  rungSince(): string[];
}

function sceneOf(world: ClaudeWorld, role: string, post: (to: string) => Promise<string>): Scene {
  let seen = 0;
  return {
    world,
    role,
    send: () => post(role),
    rungSince() {
      // On a machine with much to do a paste may not be drawn in time: it is tried again.
      const all = ringsOf(world, role)
        .map(asWords)
        .filter((words) => !words.startsWith('typed:'));
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh;
    },
  };
}

const PATIENCE_MS = 60_000;

/** It is in a request, once, and the end of that turn has acknowledged it. */
async function arrives({ world, role }: Scene, id: string, acknowledged = true): Promise<void> {
  await world.model.waitForFetched(role, id, PATIENCE_MS);
  await waitFor(() => restsAtModel(world, role), `${role} to rest`);
  expect(world.model.fetched(role).get(id)).toMatchObject({ times: 1, unmarked: 1 });
  const story = (): string[] =>
    journalOf(world, role)
      .filter((line) => line.id === id)
      .map(({ event }) => event);
  const whole = ['stored', 'fetched', ...(acknowledged ? ['acknowledged'] : [])];
  await waitFor(() => whole.every((event) => story().includes(event)), `${whole.join()} of ${id}`);
}

/** The role's own turn that begins with these words. */
const onWordsOf =
  (role: string, words: string, rule: Rule): Rule =>
  (request) =>
    request.role === role && request.isMain && request.lastUserText.includes(words)
      ? rule(request)
      : undefined;

/** In the middle of an answer, until it is let go or left. */
async function generates({ world, role }: Scene, words: string) {
  const half = gate();
  world.model.times(
    1,
    onWordsOf(role, words, () => say('Thinking about it.', { midway: half })),
  );
  await world.line(role, words);
  await waitFor(() => half.waiting === 1, `${role} to be in an answer`);
  await waitFor(() => stateOf(world, role) === 'busy', `${role} to be busy`);
  return half;
}

async function interrupts({ world, role }: Scene): Promise<void> {
  const asked = world.model.entries(role).at(-1);
  await world.shows(role, /esc to|^[*·✢✳✶✻✽] \S+…/m);
  await world.type(role, '\u001b');
  if (asked?.answeredAt === undefined) {
    await waitFor(() => asked?.leftAt, `${role} to leave its answer`);
  }
}

/** (a) The variable is absent: keystrokes, and status says so. */
async function withoutSocket(scene: Scene): Promise<void> {
  await arrives(scene, await scene.send());
  expect(scene.rungSince()).toEqual(['typed']);
  const { last_wake: wake } = (await seatOf(scene.world, scene.role)).observed;
  expect(wake).toMatchObject({ by: 'typed', round_trip_ms: expect.any(Number) as number });
}

/** (f) Esc, where only keystrokes can ring: the screen tells that the turn is over. */
async function leftWithoutSocket(scene: Scene): Promise<void> {
  const { world, role } = scene;
  const half = await generates(scene, 'ponder one');
  const id = await scene.send();
  await interrupts(scene);
  half.open();
  await arrives(scene, id);
  expect(scene.rungSince().at(-1)).toBe('typed');
  await isSaidToBe(world, role, 'idle');

  // Before the first word, the nudge itself comes back as a draft, and is submitted again.
  const silent = gate();
  world.model.times(1, (request) =>
    request.role === role && request.isMain && isWoken(request)
      ? say('Never said.', { before: silent })
      : undefined,
  );
  const second = await scene.send();
  await waitFor(() => silent.waiting === 1, 'the nudge at the model');
  await interrupts(scene);
  silent.open();
  await waitFor(
    async () => (await composerOf(world, role))?.startsWith('[MESSAGE from'),
    'the nudge to come back',
  );
  await arrives(scene, second);
  expect(scene.rungSince()).toEqual(['typed', 'typed']);

  // With no mail at all: only the screen shows that it rests.
  const other = await generates(scene, 'ponder two');
  await interrupts(scene);
  other.open();
  expect((await seatOf(world, role)).observed).toMatchObject({ agent: 'busy', unread: 0 });
  await isSaidToBe(world, role, 'idle', PATIENCE_MS);
}

/** (f) Esc, where the nudge waits in the agent. */
async function leftWithSocket(scene: Scene): Promise<void> {
  const { world, role } = scene;
  const half = await generates(scene, 'ponder three');
  const first = await scene.send();
  await waitFor(() => ringsOf(world, role).length > 0, 'a ring in the turn');
  await interrupts(scene);
  half.open();
  await arrives(scene, first);
  expect(scene.rungSince()).toEqual(['socket']);
  await isSaidToBe(world, role, 'idle');

  const begun = join(world.dir, `${role}-begun`);
  world.model.times(
    1,
    onWordsOf(role, 'work a while', () => call([bash(`touch ${begun} && tail -f /dev/null`)])),
  );
  await world.line(role, 'work a while');
  await waitFor(() => existsSync(begun), 'the tool to run');
  await interrupts(scene);
  await world.shows(role, 'Interrupted');
  await arrives(scene, await scene.send());
  await isSaidToBe(world, role, 'idle');

  // Before the first word, the person's own words come back, and stay.
  const silent = gate();
  world.model.times(
    1,
    onWordsOf(role, 'tell me a tale', () => say('Never said.', { before: silent })),
  );
  await world.line(role, 'tell me a tale');
  await waitFor(() => silent.waiting === 1, 'the words at the model');
  await interrupts(scene);
  silent.open();
  const draft = (): Promise<string | undefined> => composerOf(world, role);
  await waitFor(async () => (await draft()) === 'tell me a tale', 'the words to come back');
  await arrives(scene, await scene.send());
  await isSaidToBe(world, role, 'idle');
  expect(await draft()).toBe('tell me a tale');
  expect(scene.rungSince()).toEqual(['socket', 'socket']);
  // The person takes it away.
  await world.type(role, '\u0015');
  await waitFor(async () => (await draft()) === '', 'an empty composer');
}

/** (b) The socket has no listener; then it has one, which throws away what comes. */
async function refusedFrames(scene: Scene): Promise<void> {
  const { world, role } = scene;
  const path = world.inbox(pidOf(world, role)) ?? '';
  const listen = async (at: string): Promise<Server> => {
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(at, resolve));
    return server;
  };
  unlinkSync(path);
  const brief = await listen(`${path}.1`);
  renameSync(`${path}.1`, path);
  await new Promise((resolve) => brief.close(resolve));
  await arrives(scene, await scene.send());
  expect(scene.rungSince()).toEqual(['socket:ring_failed', 'typed']);

  unlinkSync(path);
  const deaf = await listen(path);
  onTestFinished(() => void deaf.close());
  await arrives(scene, await scene.send());
  expect(scene.rungSince()).toEqual(['socket', 'typed']);
  expect((await seatOf(world, role)).observed.last_wake).toMatchObject({ by: 'typed' });
}

/** (c) A model that does not read its mail: told once by the hook, then slowly by the ladder. */
async function ignoringModel(scene: Scene): Promise<void> {
  const { world, role } = scene;
  const half = await generates(scene, 'ponder four');
  const before = world.model.requests(role).length;
  world.model.times(2, (request) =>
    request.role === role && request.isMain && isWoken(request) ? say('Later.') : undefined,
  );
  const id = await scene.send();
  half.open();
  await arrives(scene, id);
  const rings = ringsOf(world, role).filter(({ event }) => event === 'rung');
  const [first, ...later] = scene.rungSince();
  // Its hook tells of it before the stop, or the relay, which has seen that it rests; never both.
  expect(first).toMatch(/^(?:hook:stop|typed)$/);
  expect(later).toEqual(['typed', 'typed']);
  // Two that were ignored, one that was not, and its result.
  expect(world.model.requests(role).length - before).toBe(4);
  expect(new Set(rings.map(({ nonce }) => nonce)).size).toBe(1);
  const [told = 0, again = 0, last = 0] = rings.map(({ at }) => Date.parse(at));
  process.stderr.write(
    `${world.kind}: ${first} ignored, rung again after ${again - told} and ${last - again} ms\n`,
  );
  expect(last - again).toBeGreaterThan(again - told);
}

/** (d) The hooks' script is gone, or half of it is: mail comes, and a person's words go through. */
async function withoutHooks(scene: Scene, spoil: (path: string) => void): Promise<void> {
  const { world, role } = scene;
  scene.rungSince();
  spoil(join(world.relayDir(), 'hooks', `${role}.sh`));
  await arrives(scene, await scene.send(), false);
  expect(scene.rungSince()).toEqual(['socket']);
  await world.line(role, 'do you hear');
  await world.model.waitFor(
    (one) => one.role === role && one.lastUserText.includes('do you hear'),
    'a person’s words',
  );
  await waitFor(() => restsAtModel(world, role), `${role} to rest`);
  expect(await world.screen(role)).not.toMatch(/hook (?:error|blocked)/i);
  await arrives(scene, await scene.send(), false);
}

/** (e) The API refuses until Claude gives up: that wake is used up, and the role is rung again; at its limit, when that is over [X7]. */
async function refusedByApi(scene: Scene, status: number): Promise<void> {
  const { world, role } = scene;
  const before = world.model.requests(role).length;
  const mend = world.model.first((request) =>
    request.role === role && request.isMain ? refuse(status) : undefined,
  );
  const id = await scene.send();
  const asked = (): number => world.model.requests(role).length - before;
  await waitFor(() => asked() >= 3, 'Claude to try again', PATIENCE_MS);
  const gaveUp = async () => {
    const { agent, unread } = (await seatOf(world, role)).observed;
    return agent === (status === 429 ? 'limited' : 'idle') && unread === 1;
  };
  // Refused all the while: rung again before status was read, it gives up once more.
  await waitFor(gaveUp, 'Claude to give up', PATIENCE_MS);
  mend();
  const refused = asked();
  await arrives(scene, id);
  const rings = scene.rungSince();
  process.stderr.write(`${world.kind}: ${refused} times ${status}, rung by ${rings.join(', ')}\n`);
  expect(rings.length).toBeGreaterThanOrEqual(2);
  expect(rings[0]).toBe('socket');
}

const tear = (path: string): void => {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, text.length / 2));
};

/** Every trouble has its time, and each that fails is told. */
async function allOf(troubles: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(troubles);
  const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  if (failed.length > 1) throw new Error(failed.map(({ stack }) => stack).join('\n\n'));
  if (failed[0] !== undefined) throw failed[0];
}

describe.each(muxKinds)('troubles of real claudes in %s', (mux) => {
  // [C5 C6 C7 C8 R7]
  it(
    'are overcome by the next rung, and status and journal say what happened',
    { timeout: 240_000 },
    async (context) => {
      requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
      requireOrSkip(context, mux, missingProgram(mux));
      requireOrSkip(context, 'claude', missingClaude());
      const world = await claudeWorld({
        mux,
        rules: [readsItsMail],
        socket: ['inferno', 'shadow', 'storm'],
        env: { CLAUDE_CODE_MAX_RETRIES: '2' },
        // Auto mode asks a person where its own check cannot be asked.
        seats: { inferno: { permission_mode: 'manual', args: ['--allowedTools', 'Bash'] } },
      });
      await world.summon('--no-rituals');
      const post = await postOffice(world);
      const at = (role: string): Scene => sceneOf(world, role, post);
      const [strategist, inferno, glacier] = [at('strategist'), at('inferno'), at('glacier')];
      const [shadow, storm] = [at('shadow'), at('storm')];
      await allOf([
        withoutSocket(strategist).then(() => leftWithoutSocket(strategist)),
        leftWithSocket(inferno).then(() => refusedFrames(inferno)),
        ignoringModel(glacier),
        withoutHooks(shadow, rmSync),
        refusedByApi(storm, 429)
          .then(() => refusedByApi(storm, 529))
          .then(() => withoutHooks(storm, tear)),
      ]);
      expect(world.model.others()).toEqual([]);
    },
  );
});
