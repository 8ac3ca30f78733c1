import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ritualOf } from '../support/army-world.ts';
import {
  acknowledged,
  begin,
  fetched,
  geminiWorld,
  onceOn,
  ringOf,
  ROLE,
} from '../support/gemini-world.ts';
import { bash, call, gate, refuse, say } from '../support/model/reply.ts';
import { onWords } from '../support/model/rules.ts';
import { allEnded, paneOf } from '../support/mux-world.ts';
import { seats } from '../support/person.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const BUSY = /esc to cancel/;
const kinds = ['tmux', 'zellij'] as const;

beforeEach((context) => {
  requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
  requireOrSkip(context, 'gemini', missingAgent('gemini'));
});

describe.each(kinds)('an idle Gemini CLI on %s', (kind) => {
  beforeEach((context) => requireOrSkip(context, kind, missingProgram(kind)));

  it('is given its role, woken by keys, and a draft stays until it is gone', async () => {
    const world = await geminiWorld(kind, { rules: [onWords('half a thought', 'I see.')] });
    await begin(world);
    const { model } = world;
    const given = await model.waitFor(
      ({ lastUserText }) => lastUserText.includes(ritualOf(ROLE).slice(0, 60)),
      'the ritual',
    );
    expect(given.role).toBe(ROLE);
    await world.rests();

    const first = await world.writes('apples');
    expect(await ringOf(world, first)).toBe('typed');
    const taken = await world.logged('a confirmation', ({ event }) => event === 'confirmed');
    process.stderr.write(`${kind}: idle wake by keys, taken up after ${taken.ms} ms\n`);
    expect(model.fetched(ROLE).get(first)).toMatchObject({ times: 1, unmarked: 1 });

    await world.rests();
    await world.types('half a thought');
    await world.shows(/^ > half a thought/m);
    const second = await world.writes('pears');
    await world.logged('a refusal', ({ code }) => code === 'draft_present');
    expect(await world.screen()).toMatch(/^ > half a thought *$/m);
    await world.types('\r');
    const asked = await model.waitFor(
      ({ lastUserText }) => lastUserText.includes('half a thought'),
      'the draft',
    );
    expect(asked.lastUserText).not.toContain('[MESSAGE');
    await fetched(world, second);
    await acknowledged(world, second);
    expect(model.fetched(ROLE).get(second)).toMatchObject({ times: 1, unmarked: 1 });
  });
});

describe('a Gemini CLI in a turn', () => {
  beforeEach((context) => requireOrSkip(context, 'tmux', missingProgram('tmux')));

  // [R7]
  it('is told of mail by its hooks: with a tool’s result, and at the end of a turn', async () => {
    const held = gate();
    const world = await geminiWorld('tmux', {
      seat: { permission_mode: 'bypassPermissions' },
      rules: [
        onceOn('use a tool', () => call([bash('sleep 4')])),
        onceOn('speak long', () => say('One word and another', { midway: held })),
      ],
    });
    await begin(world, '--no-rituals');
    await world.line('use a tool');
    await world.shows(BUSY);
    const first = await world.writes('apples');
    expect(await ringOf(world, first)).toBe('hook:tool');
    await world.rests();

    await world.line('speak long');
    await waitFor(() => held.waiting > 0, 'the answer to begin');
    await world.shows(BUSY);
    const second = await world.writes('pears');
    await world.types('a thought meanwhile');
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(await world.screen()).toMatch(/^ \* a thought meanwhile *$/m);
    held.open();
    expect(await ringOf(world, second)).toBe('hook:stop');
    expect(await world.screen()).toMatch(/^ \* a thought meanwhile *$/m);
    for (const id of [first, second])
      expect(world.model.fetched(ROLE).get(id)).toMatchObject({ times: 1, unmarked: 1 });
  });

  // [X15]
  it('never has a dialog answered for it, and is woken when a person has refused one', async () => {
    const world = await geminiWorld('tmux', {
      rules: [onceOn('use a tool', () => call([bash('touch approved')]))],
    });
    await begin(world, '--no-rituals');
    for (const word of ['one', 'two', 'three']) {
      await world.line('use a tool');
      await world.shows('Allow execution of');
      const id = await world.writes(word);
      await world.logged(
        'a refusal',
        ({ event, code, at }) => event === 'ring_failed' && code === 'dialog_open' && at !== '',
      );
      expect((await seats(world)).get(ROLE)?.observed.agent).toBe('waiting');
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      await world.shows('Allow execution of');
      await world.types('\u001b');
      expect(await ringOf(world, id)).toBe('typed');
      await world.rests();
    }
    expect(readdirSync(world.project)).not.toContain('approved');
  });

  // [X7]
  it('is woken after an error of its model’s has ended one, which no hook tells', async () => {
    const world = await geminiWorld('tmux', {
      rules: [
        onceOn('fail at once', () => refuse(400)),
        onceOn('fail for a while', () => refuse(429)),
      ],
    });
    await begin(world, '--no-rituals');
    await world.line('fail at once');
    await world.shows('scripted 400');
    await world.rests();
    const first = await world.writes('apples');
    const byFirst = await ringOf(world, first);

    await world.line('fail for a while');
    await world.shows(BUSY);
    const second = await world.writes('pears');
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect((await world.journal()).some(({ by, id }) => id === second && by === 'typed')).toBe(
      false,
    );
    await world.types('\u001b');
    // Esc in the pauses between two tries is told by a hook after all.
    expect([byFirst, await ringOf(world, second)]).toEqual(['typed', 'hook:stop']);
  });
});

describe('what becomes of a Gemini CLI', () => {
  beforeEach((context) => requireOrSkip(context, 'tmux', missingProgram('tmux')));

  // [C12]
  it('gets its dead relay back, every time, and reads its mail', async () => {
    const world = await geminiWorld('tmux');
    await begin(world, '--no-rituals');
    for (const word of ['one', 'two', 'three']) {
      const [relay, ...more] = world.pids('relay');
      if (relay === undefined || more.length > 0) throw new Error('it has not one relay');
      process.kill(relay, 'SIGKILL');
      const id = await world.writes(word);
      await fetched(world, id);
      await acknowledged(world, id);
      await world.rests();
      expect(world.pids('relay')).not.toContain(relay);
    }
  });

  it('is started again in its conversation, with its role, and nothing of the old one is left', async () => {
    const world = await geminiWorld('tmux', {
      config: { ritual: { delivery: 'system-prompt' } },
      rules: [onWords('remember plums', 'Plums.')],
    });
    await begin(world);
    await world.line('remember plums');
    await world.shows('✦ Plums.');
    const before = world.pids('gemini');
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await waitFor(() => !before.some((pid) => world.running().includes(pid)), 'its end');
    const { code, stderr } = await world.ovld(['restart', ROLE, '--resume']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await world.rests();
    const id = await world.writes('apples');
    await world.model.waitForFetched(ROLE, id, 60_000);
    const last = world.model.requests(ROLE).at(-1);
    const said = JSON.stringify(last?.turns);
    expect(said).toContain('remember plums');
    expect(said).toContain(JSON.stringify(ritualOf(ROLE)).slice(1, 60));

    // Its own home is gone with the army; the conversation is the person's.
    await acknowledged(world, id);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    await begin(world, '--resume');
    await world.line('what was it');
    const later = await world.model.waitFor(
      ({ lastUserText }) => lastUserText.endsWith('what was it'),
      'the question',
    );
    expect(JSON.stringify(later.turns)).toContain('remember plums');
  });

  it('asks its person for trust, in its own words, and begins when they have answered', async () => {
    const world = await geminiWorld('tmux', { trusted: false });
    const record = join(world.dir, 'home', '.gemini', 'trustedFolders.json');
    const { stdout } = await world.summon();
    expect(stdout).toContain('ovld attach');
    await world.shows(/Do you trust/);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({});
    await world.types('\r');
    await world.model.waitFor(
      ({ lastUserText }) => lastUserText.includes(ritualOf(ROLE).slice(0, 60)),
      'the ritual',
      60_000,
    );
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ [world.project]: 'TRUST_FOLDER' });
  });

  it('stops at a pause, with a draft in its composer, and goes on', async () => {
    const held = gate();
    const world = await geminiWorld('tmux', {
      rules: [onceOn('speak long', () => say('One word and another', { midway: held }))],
    });
    await begin(world, '--no-rituals');
    await world.line('speak long');
    await waitFor(() => held.waiting > 0, 'the answer to begin');
    await world.types('a draft');
    const { code, stderr } = await world.ovld(['pause']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await world.shows('Request cancelled');
    expect(await world.screen()).toMatch(/^ > a draft *$/m);
    held.open();
    const id = await world.writes('apples');
    await world.types('\u0015');
    await world.rests();
    expect((await world.ovld(['unpause'])).code).toBe(0);
    await fetched(world, id);
  });

  // [X13]
  it('leaves what is the person’s as it was, and nothing running', async () => {
    const world = await geminiWorld('tmux');
    const own = join(world.dir, 'home', '.gemini');
    const settings = readFileSync(join(own, 'settings.json'), 'utf8');
    const trust = readFileSync(join(own, 'trustedFolders.json'), 'utf8');
    await begin(world, '--no-rituals');
    const { stdout: found } = await world.ovld(['doctor']);
    expect(found).not.toMatch(/link/i);
    const { code, stderr } = await world.ovld(['unsummon', '--force']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await allEnded(world);
    expect(readFileSync(join(own, 'settings.json'), 'utf8')).toBe(settings);
    expect(readFileSync(join(own, 'trustedFolders.json'), 'utf8')).toBe(trust);
    expect(readdirSync(own)).not.toContain('extensions');
  });
});

describe.each(kinds)('a Gemini CLI whose pane is closed on %s', (kind) => {
  beforeEach((context) => requireOrSkip(context, kind, missingProgram(kind)));

  // [X14]
  it.each([true, false])('ends with it, in a folder that is trusted: %s', async (trusted) => {
    const world = await geminiWorld(kind, { trusted });
    if (trusted) await begin(world, '--no-rituals');
    else {
      await world.summon('--no-rituals');
      await world.shows(/Do you trust/);
      expect((await seats(world)).get(ROLE)?.observed.agent).toBe('waiting');
    }
    const mux = await world.open();
    const { id } = await paneOf(mux, ROLE);
    const pids = world.pids('gemini');
    expect(pids.length).toBeGreaterThan(0);
    if (kind === 'tmux') world.mux('kill-pane', '-t', id);
    else world.mux('--session', 'overlord', 'action', 'close-pane', '--pane-id', id);
    await waitFor(() => world.pids('gemini').length === 0, 'it to end', 30_000);
    await waitFor(() => world.pids('relay').length === 0, 'its relay to end', 30_000);
  });
});
