import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeDoctor } from '../../src/compose/doctor.ts';
import { examine, remaining, type Examined } from '../../src/doctor/doctor.ts';
import { doctor as en, type FindingText } from '../../src/i18n/en/doctor.ts';
import { doctor as ja } from '../../src/i18n/ja/doctor.ts';
import type { Language } from '../../src/i18n/texts.ts';
import type { Store } from '../../src/store/store.ts';
import { doctorWorld, NO_SERVER, type DoctorWorld } from '../support/doctor-world.ts';
import { englishIn } from '../support/english.ts';
import { seeded } from './seeded-faults.ts';

const wrong = (found: readonly Examined[]): Examined[] =>
  found.filter(({ severity }) => severity !== 'ok');

const sentences = (found: readonly Examined[], language: Language = 'en'): string[] =>
  found.map(({ code, data }) => {
    const tell = { en, ja }[language].findings[code] as (data: unknown) => FindingText;
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

it('the doctor finds no fault on a machine without one', async () => {
  const world = doctorWorld();
  expect(besides(await world.look())).toEqual([]);
});

describe('each seeded fault is found and named', () => {
  it.each(seeded)('alone: $fault', async ({ code, severity, names, fixable, seed }) => {
    const world = doctorWorld();
    await seed(world);
    const found = await world.look();
    expect(besides(found)).toHaveLength(1);
    const one = find(found, code, names);
    expect(one, sentences(wrong(found)).join('\n')).toMatchObject({ severity });
    expect(one?.fix !== undefined).toBe(fixable);
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

  it('together with all the others', async () => {
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
    'fixes $fault, and finds nothing to do a second time',
    async ({ code, names, seed }) => {
      const world = doctorWorld();
      await seed(world);
      const found = await world.fix();
      expect(find(found, code, names)?.fixed).toMatchObject({ done: true });
      const again = await world.fix();
      expect(again.filter(({ fixed }) => fixed !== undefined)).toEqual([]);
      expect(besides(again)).toEqual([]);
    },
  );

  it('fixes all it can at once, touches nothing else, and says what stays', async () => {
    const world = doctorWorld();
    for (const { seed } of seeded) await seed(world);
    const fixables = (await world.look()).filter(
      // A lock that looking at the armies takes is gone by then.
      ({ fix, data }) => fix !== undefined && (!('path' in data) || existsSync(data.path)),
    );
    const examined = await world.fix();
    const told = examined.filter(({ fixed }) => fixed !== undefined).map(({ code }) => code);
    // Each that could be fixed is told of, also one that went with another.
    for (const { code } of fixables) expect(told).toContain(code);
    expect(told.length).toBeGreaterThanOrEqual(fixables.length);
    const left = remaining(examined);
    for (const { code, names, fixable } of seeded) {
      expect(find(left, code, names) === undefined, `${code} ${names}`).toBe(fixable);
    }
    const again = await world.fix();
    expect(again.filter(({ fixed }) => fixed !== undefined)).toEqual([]);
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
    expect(found.flatMap(({ fixed }) => (fixed?.done ? fixed.saved?.messages : []))).toEqual([
      1, 1,
    ]);
    expect(existsSync(join(world.own, 'armies', 'fallen.json'))).toBe(false);
  });
});

it('programs that a busy machine slows down are no reason for a warning', async () => {
  const world = doctorWorld();
  await world.relay();
  await world.register();
  const SLOW = 'sleep 2.5';
  world.program('claude', `${SLOW}; echo "2.1.325 (Claude Code)"`);
  world.program('zellij', `${SLOW}; echo "zellij 0.45.1"`);
  world.program('tmux', `${SLOW}; test "$1" = -V && echo "tmux 3.4" && exit; ${NO_SERVER}`);
  const found = await examine(await composeDoctor(world.env, world.project), { fix: false });
  expect(found.filter(({ severity }) => severity === 'warning')).toEqual([]);
  expect(find(found, 'army_dead', 'overlord')).toBeDefined();
});

it('multiplexers that did not answer in time are not called missing', async () => {
  const world = doctorWorld();
  world.patience.ms = 200;
  for (const name of ['tmux', 'zellij']) world.program(name, 'exec sleep 30');
  const warnings = (await world.look()).filter(({ severity }) => severity === 'warning');
  expect(warnings.map(({ code }) => code)).toEqual(['program_late', 'program_late']);
});

it('an army is not cleared away when its multiplexer does not answer', async () => {
  const world = doctorWorld();
  await world.relay();
  await world.register();
  world.patience.ms = 500;
  world.program('tmux', 'exec sleep 30');
  const found = await world.fix();
  expect(find(found, 'army_unasked', 'overlord')).toBeDefined();
  expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
});

it('an army is not cleared away when its multiplexer answers its version and hangs otherwise', async () => {
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
  await store.seats.add('inferno', { relay, agent: { kind: 'mock' }, doorbells: [] });
  return { world, store };
}

it('an army of another machine that shares this home is not cleared away, however old it is', async () => {
  const { world } = await fromBeforeOurBoot();
  expect(find(await world.fix(), 'army_elsewhere', 'overlord')).toBeDefined();
  expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
});

it('an army of this machine from before its last boot is cleared away', async () => {
  const { world, store } = await fromBeforeOurBoot();
  const seats = join(store.where, 'agents', 'inferno');
  for (const name of readdirSync(seats)) utimesSync(join(seats, name), 1, 1);
  const found = find(await world.fix(), 'army_dead', 'overlord');
  expect(found?.fixed).toMatchObject({ done: true });
});

it.each([
  ['zellij', 'echo "zellij 0.43.1"', 'mux_by_focus'],
  ['zellij', 'echo "zellij 0.40.0"', 'program_old'],
  ['tmux', 'echo "tmux 3.1c"', 'program_old'],
  ['tmux', 'echo "tmux next-3.6"', 'mux_by_pane'],
  ['claude', 'echo "hello"', 'program_unread'],
  ['claude', 'exit 3', 'program_unread'],
])('%s that prints %j is reported as %s', async (name, script, code) => {
  const world = doctorWorld();
  world.program(name, script);
  expect(find(await world.look(), code, name)).toBeDefined();
});

it('without any program it says what to install, and that the demo works without', async () => {
  const world = doctorWorld();
  world.env['PATH'] = '/nonexistent';
  const found = await world.look();
  expect(find(found, 'no_mux', 'ovld demo')).toBeDefined();
  expect(found.filter(({ code }) => code === 'program_missing')).toHaveLength(2);
  expect(find(found, 'agents_none', 'npm install -g @anthropic-ai/claude-code')).toMatchObject({
    severity: 'note',
  });
  expect(found.filter(({ severity }) => severity === 'fault')).toEqual([]);
});

it('without a home the doctor reports one fault and creates nothing', async () => {
  const world = doctorWorld();
  delete world.env['HOME'];
  const found = await world.fix();
  expect(found.filter(({ severity }) => severity === 'fault').map(({ code }) => code)).toEqual([
    'home_unset',
  ]);
});
