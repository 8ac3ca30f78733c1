import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Examined } from '../../src/doctor/doctor.ts';
import { remaining } from '../../src/doctor/doctor.ts';
import { doctorTexts, type Told } from '../../src/i18n/doctor.ts';
import type { Language } from '../../src/i18n/texts.ts';
import type { Store } from '../../src/store/store.ts';
import { doctorWorld, type DoctorWorld } from '../support/doctor-world.ts';
import { englishIn } from '../support/english.ts';
import { seeded } from './seeded-faults.ts';

const wrong = (found: readonly Examined[]): Examined[] =>
  found.filter(({ severity }) => severity !== 'ok');

const sentences = (found: readonly Examined[], language: Language = 'en'): string[] =>
  found.map(({ code, data }) => {
    const tell = doctorTexts[language].findings[code] as (data: unknown) => Told;
    const { what, hint = '' } = tell(data);
    return `${code}: ${what} → ${hint}`;
  });

const find = (found: readonly Examined[], code: string, names: string): Examined | undefined =>
  found.find(
    (one) => one.code === code && sentences([one]).some((sentence) => sentence.includes(names)),
  );

/** Of an unregistered relay directory there is a note as well; it is no fault of the seed's. */
const besides = (found: readonly Examined[]): string[] =>
  sentences(wrong(found).filter(({ code }) => code !== 'relay_left'));

it('nothing is wrong with a machine on which nothing is wrong', async () => {
  const world = doctorWorld();
  expect(besides(await world.look())).toEqual([]);
});

describe('each seeded fault is found and named', () => {
  it.each(seeded)('$fault', async ({ code, severity, names, fixable, seed }) => {
    const world = doctorWorld();
    await seed(world);
    const found = await world.look();
    expect(besides(found)).toHaveLength(1);
    const one = find(found, code, names);
    expect(one, sentences(wrong(found)).join('\n')).toMatchObject({ severity });
    expect(one?.mend !== undefined).toBe(fixable);
    // Looking changes nothing.
    expect(besides(await world.look())).toEqual(besides(found));
    // In Japanese it names the same.
    const [japanese = ''] = sentences(one === undefined ? [] : [one], 'ja');
    expect(japanese).toMatch(/[ぁ-ん]/);
    // What the parser of YAML or JSON said is quoted.
    const quoted = code === 'inbox_broken' || code === 'relay_formation_broken';
    expect(quoted ? [] : englishIn(japanese)).toEqual([]);
    expect(sentences(one === undefined ? [] : [one]).join('')).not.toMatch(/Invalid|received/);
  });

  it('all of them at once', async () => {
    const world = doctorWorld();
    for (const { seed } of seeded) await seed(world);
    const found = await world.look();
    for (const { code, names, severity } of seeded) {
      expect(find(found, code, names), `${code} ${names}`).toMatchObject({ severity });
    }
  });
});

describe('--fix', () => {
  it.each(seeded.filter(({ fixable }) => fixable))(
    'mends: $fault; a second time there is nothing to do',
    async ({ code, names, seed }) => {
      const world = doctorWorld();
      await seed(world);
      const found = await world.fix();
      expect(find(found, code, names)?.mended).toMatchObject({ done: true });
      const again = await world.fix();
      expect(again.filter(({ mended }) => mended !== undefined)).toEqual([]);
      expect(besides(again)).toEqual([]);
    },
  );

  it('mends all it can at once, touches nothing else, and says what stays', async () => {
    const world = doctorWorld();
    for (const { seed } of seeded) await seed(world);
    const mendable = (await world.look()).filter(
      // A lock that looking at the armies takes is gone by then.
      ({ mend, data }) => mend !== undefined && (!('path' in data) || existsSync(data.path)),
    );
    const fixed = await world.fix();
    const told = fixed.filter(({ mended }) => mended !== undefined).map(({ code }) => code);
    // Each that could be mended is told of, also one that went with another.
    for (const { code } of mendable) expect(told).toContain(code);
    expect(told.length).toBeGreaterThanOrEqual(mendable.length);
    const left = remaining(fixed);
    for (const { code, names, fixable } of seeded) {
      expect(find(left, code, names) === undefined, `${code} ${names}`).toBe(fixable);
    }
    const again = await world.fix();
    expect(again.filter(({ mended }) => mended !== undefined)).toEqual([]);
  });

  it('keeps the mail of what it clears away', async () => {
    const world = doctorWorld();
    for (const { seed, code } of seeded) {
      if (code === 'army_dead' || code === 'cleanup_interrupted') await seed(world);
    }
    const found = await world.fix();
    for (const session of ['fallen', 'torn-away']) {
      const history = join(world.own, 'history', session);
      const [stamp = ''] = readdirSync(history);
      expect(readdirSync(join(history, stamp, 'inbox', 'inferno'))).toHaveLength(1);
    }
    expect(found.flatMap(({ mended }) => (mended?.done ? mended.saved?.messages : []))).toEqual([
      1, 1,
    ]);
    expect(existsSync(join(world.own, 'armies', 'fallen.json'))).toBe(false);
  });
});

it('a multiplexer that does not answer is no reason to clear an army away', async () => {
  const world = doctorWorld();
  await world.relay();
  await world.register();
  world.patience.ms = 500;
  world.program('tmux', 'exec sleep 30');
  const found = await world.fix();
  expect(find(found, 'army_unasked', 'overlord')).toBeDefined();
  expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
});

it('nor is one that answers its version and hangs with everything else', async () => {
  const world = doctorWorld();
  await world.relay();
  await world.register();
  world.patience.ms = 2000;
  world.program('tmux', 'test "$1" = -V && echo "tmux 3.4" && exit; exec sleep 30');
  expect(find(await world.fix(), 'army_unasked', 'overlord')).toBeDefined();
  expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
});

/** Of another boot than ours, and its record is older than ours. */
async function fromBeforeOurBoot(): Promise<{ world: DoctorWorld; store: Store }> {
  const world = doctorWorld();
  const store = await world.relay();
  await world.register({ startedAt: '2001-01-01T00:00:00.000Z' });
  const relay = { pid: 1, start: '1', boot: 'another' };
  await store.seats.take('inferno', { relay, agent: { kind: 'mock' }, doorbells: [] });
  return { world, store };
}

it('an army of another machine that shares this home is not cleared away, however old it is', async () => {
  const { world } = await fromBeforeOurBoot();
  expect(find(await world.fix(), 'army_elsewhere', 'overlord')).toBeDefined();
  expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
});

it('one of this machine from before its last boot is', async () => {
  const { world, store } = await fromBeforeOurBoot();
  const seats = join(store.where, 'agents', 'inferno');
  for (const name of readdirSync(seats)) utimesSync(join(seats, name), 1, 1);
  const found = find(await world.fix(), 'army_dead', 'overlord');
  expect(found?.mended).toMatchObject({ done: true });
});

it.each([
  ['zellij', 'echo "zellij 0.43.1"', 'mux_by_focus'],
  ['zellij', 'echo "zellij 0.40.0"', 'program_old'],
  ['tmux', 'echo "tmux 3.1c"', 'program_old'],
  ['tmux', 'echo "tmux next-3.6"', 'mux_by_pane'],
  ['claude', 'echo "hello"', 'program_unread'],
  ['claude', 'exit 3', 'program_unread'],
])('%s that says %j: %s', async (name, script, code) => {
  const world = doctorWorld();
  world.program(name, script);
  expect(find(await world.look(), code, name)).toBeDefined();
});

it('without any program it says what to install, and that the demo works without', async () => {
  const world = doctorWorld();
  world.env['PATH'] = '/nonexistent';
  const found = await world.look();
  expect(find(found, 'no_mux', 'ovld demo')).toBeDefined();
  expect(found.filter(({ code }) => code === 'program_missing')).toHaveLength(3);
  expect(found.filter(({ severity }) => severity === 'fault')).toEqual([]);
});

it('without a home there is one fault, and nothing is made anywhere', async () => {
  const world = doctorWorld();
  delete world.env['HOME'];
  const found = await world.fix();
  expect(found.filter(({ severity }) => severity === 'fault').map(({ code }) => code)).toEqual([
    'home_unset',
  ]);
});
