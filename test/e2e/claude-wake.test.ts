import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import {
  announcements,
  flagOf,
  log,
  logged,
  sendsWords,
  tell,
  type Logged,
} from '../support/claude-post.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { readsItsMail } from '../support/model/rules.ts';
import { argvOf } from '../support/mux-world.ts';
import { seats } from '../support/person.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Two spaces, quotes, a backslash, wide letters: what a careless hand would change. */
const DRAFT = `half a  thought, "not" ready: C:\\tower 半分`;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

/** A narrow pane wraps it anywhere; the composer is the last on the screen that has this sign. */
const inComposer = (screen: string, text: string): boolean =>
  squeezed(screen.slice(screen.lastIndexOf('❯'))).startsWith(`❯${squeezed(text)}──`);

/** One message to an idle strategist, read and confirmed: the ring it came by. */
async function wakes(world: ClaudeWorld, word: string): Promise<Logged> {
  const before = new Set((await log(world)).map(({ nonce }) => nonce));
  const id = await tell(world, word);
  await world.model.waitForFetched('strategist', id, 60_000);
  const isOurs = ({ to, nonce }: Logged): boolean => to === 'strategist' && !before.has(nonce);
  const ring = await logged(world, 'the ring', (one) => one.event === 'rung' && isOurs(one));
  const taken = await logged(
    world,
    'it to be confirmed',
    ({ event, nonce }) => event === 'confirmed' && nonce === ring.nonce,
  );
  expect(taken).toMatchObject({ to: 'strategist', by: ring.by });
  await logged(
    world,
    'it to be acknowledged',
    (one) => one.event === 'acknowledged' && one.id === id,
  );
  expect(world.model.fetched('strategist').get(id)).toMatchObject({ times: 1, unmarked: 1 });
  return { ...ring, ms: taken.ms };
}

async function drafts(world: ClaudeWorld): Promise<void> {
  await world.type('strategist', DRAFT);
  let seen = '';
  await waitFor(async () => {
    seen = await world.screen('strategist');
    return inComposer(seen, DRAFT);
  }, 'the draft').catch((error: unknown) => {
    throw new Error(`${String(error)} on the screen:\n${seen}`);
  });
}

/** The person presses Enter after all: the model is given that text, and nothing beside it. */
async function sendsDraft(world: ClaudeWorld): Promise<void> {
  const before = world.model.requests('strategist').length;
  expect(inComposer(await world.screen('strategist'), DRAFT)).toBe(true);
  await world.type('strategist', '\r');
  const asked = await world.model.waitFor(
    ({ role, lastUserText }) => role === 'strategist' && lastUserText.includes(DRAFT),
    'the draft at the model',
  );
  expect(asked.n).toBe(world.model.requests('strategist')[before]?.n);
  const lines = asked.lastUserText.split('\n').filter((line) => line.includes('half a'));
  expect(lines).toEqual([DRAFT]);
}

/** The person thinks better of it: to the start of the row, again and again. */
async function clearsDraft(world: ClaudeWorld): Promise<void> {
  await waitFor(async () => {
    const screen = await world.screen('strategist');
    if (!screen.slice(screen.lastIndexOf('❯')).includes('half')) return true;
    await world.type('strategist', '\x15');
    return false;
  }, 'an empty composer');
}

const variablesOfRelay = (world: ClaudeWorld): string =>
  world
    .running()
    .filter((pid) => argvOf(pid).includes('relay'))
    .map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
    .join('\0');

async function start(kind: MuxKind, socket: boolean): Promise<ClaudeWorld> {
  const world = await claudeWorld({
    mux: kind,
    socket,
    roles: ['overlord', 'strategist'],
    rules: [sendsWords, readsItsMail],
  });
  await world.summon('--no-rituals');
  const known = variablesOfRelay(world).includes('CLAUDE_CODE_MESSAGING_SOCKET=');
  expect(known).toBe(socket);
  return world;
}

const tellFigures = (kind: MuxKind, by: string, rings: readonly Logged[]): void =>
  void process.stderr.write(
    `${kind}: idle wake by ${by}, taken up after ${rings.map(({ ms }) => ms).join(', ')} ms\n`,
  );

describe.each(muxKinds)('an idle claude on %s is woken', (kind) => {
  beforeEach((context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'claude', missingClaude());
  });

  // [C2 C5 C6]
  it('by its socket, every time by a new mark, and a draft stays as it is', async () => {
    const world = await start(kind, true);
    const { model } = world;
    const rings = [await wakes(world, 'apples'), await wakes(world, 'pears')];
    await drafts(world);
    rings.push(await wakes(world, 'plums'));
    await sendsDraft(world);
    expect(rings.map(({ by, as }) => ({ by, as }))).toEqual(
      rings.map(() => ({ by: 'socket', as: 'own' })),
    );
    const flags = rings.map(flagOf);
    expect(new Set(flags).size).toBe(3);
    expect(announcements(model.requests('strategist'))).toEqual(
      new Map(flags.map((flag) => [flag, 1])),
    );

    // Why every nudge needs a new one: the same text again is dropped, without a word.
    const [claude = 0] = [...world.claudes()].find(([, role]) => role === 'strategist') ?? [];
    const told = (text: string): number =>
      model
        .requests('strategist')
        .flatMap(({ news }) => news)
        .filter((block) => block.type === 'text' && block.text.includes(text)).length;
    await world.post(claude, 'the same words');
    await waitFor(() => told('the same words') > 0, 'the words at the model');
    await world.post(claude, 'the same words');
    await world.post(claude, 'other words');
    await waitFor(() => told('other words') > 0, 'the other words at the model');
    expect(told('the same words')).toBe(1);

    expect((await seats(world)).get('strategist')?.observed).toMatchObject({
      last_wake: { by: 'socket', round_trip_ms: rings.at(-1)?.ms },
    });
    tellFigures(kind, 'socket', rings);
    expect(model.others()).toEqual([]);
  });

  // [C2 C5 C6 R3]
  it('by keys where it has no socket; mail waits behind a draft, sent or cleared', async () => {
    const world = await start(kind, false);
    const { model } = world;
    const rings = [await wakes(world, 'apples'), await wakes(world, 'pears')];
    expect(rings.map(({ by, as }) => ({ by, as }))).toEqual(
      rings.map(() => ({ by: 'typed', as: 'own' })),
    );
    expect(flagOf(rings[0] as Logged)).not.toBe(flagOf(rings[1] as Logged));

    const waits = async (word: string): Promise<string> => {
      const before = new Set((await log(world)).map(({ nonce }) => nonce));
      await drafts(world);
      const id = await tell(world, word);
      const refused = await logged(
        world,
        'the gate to be closed',
        ({ event, to, nonce }) =>
          event === 'ring_failed' && to === 'strategist' && !before.has(nonce),
      );
      expect(refused).toMatchObject({ by: 'typed', code: 'draft_present' });
      const seat = (await seats(world)).get('strategist');
      expect(seat).toMatchObject({ waits_behind: 'draft_present', observed: { unread: 1 } });
      expect(model.fetched('strategist').has(id)).toBe(false);
      return id;
    };
    const plums = await waits('plums');
    await sendsDraft(world);
    await model.waitForFetched('strategist', plums, 60_000);

    await logged(world, 'the turn to end', (one) => {
      return one.event === 'acknowledged' && one.id === plums;
    });
    const figs = await waits('figs');
    expect(inComposer(await world.screen('strategist'), DRAFT)).toBe(true);
    await clearsDraft(world);
    await model.waitForFetched('strategist', figs, 60_000);
    for (const id of [plums, figs]) {
      expect(model.fetched('strategist').get(id)).toMatchObject({ times: 1, unmarked: 1 });
    }
    const heard = model.requests('strategist').filter(({ heard: text }) => text.includes(DRAFT));
    expect(heard).toHaveLength(1);
    const rung = (await log(world)).filter(
      ({ event, to }) => event === 'rung' && to === 'strategist',
    );
    expect(rung.at(-1)?.by).toBe('typed');
    expect(announcements(model.requests('strategist'))).toEqual(
      new Map(rung.map((ring) => [flagOf(ring), 1])),
    );
    tellFigures(kind, 'keys', rings);
    process.stderr.write(
      `${kind}: behind a draft, told by ${rung
        .slice(2)
        .map(({ by }) => by)
        .join(', ')}\n`,
    );
    expect(model.others()).toEqual([]);
  });
});
