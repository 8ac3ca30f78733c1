import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { figuresDocument } from '../../src/demo/figures.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { OVLD } from '../support/relay-process.ts';
import { waitFor } from '../support/wait-for.ts';
import { relaysIn, startDemo, type DemoRun } from './run-demo.ts';

type Document = ReturnType<typeof figuresDocument> & { finished: boolean };

const JAPANESE = /[\u3041-\u30ff\u4e00-\u9fff]/;
const ESCAPE = '\u001b';

describe('ovld demo --json', () => {
  it('hands over and acknowledges every stored message, the redelivered one included', async () => {
    const demo = startDemo(['--json']);
    expect(await demo.exited).toBe(0);
    expect(demo.stderr()).toBe('');
    const { finished, messages, journeys, ...rest } = JSON.parse(demo.stdout()) as Document;
    expect(finished).toBe(true);
    expect(messages.lost).toBe(0);
    expect(journeys.at(0)).toMatchObject({ from: 'human', to: 'overlord' });
    expect(journeys.at(-1)).toMatchObject({ from: 'overlord', to: 'human' });
    expect(messages.redelivered).toBeGreaterThanOrEqual(1);
    expect(journeys).toHaveLength(messages.stored);
    for (const journey of journeys) {
      expect(journey.handed_over, journey.id).toBe(1 + journey.redelivered);
      expect(journey.acknowledged, journey.id).toBe(true);
    }
    expect(journeys.filter(({ redelivered }) => redelivered > 0)).toMatchObject([
      { from: 'strategist', to: 'storm', priority: 'urgent' },
    ]);
    expect(rest.put_back).toEqual({ died: 1 });
    // Every message is fetched after a ring: a role that slept was woken, none looked by itself.
    expect(rest.nudges_rung).toBeGreaterThan(0);
    expect(rest.stored_to_fetched_ms?.p50).toBeGreaterThan(0);
    expect(readdirSync(demo.tmp)).toEqual([]);
  });
});

describe('ovld demo --formation bastion', () => {
  it('turns a wish into tasks, and tells the person when they are done', async () => {
    const demo = startDemo(['--formation', 'bastion', '--json']);
    expect(await demo.exited).toBe(0);
    const { finished, messages, journeys } = JSON.parse(demo.stdout()) as Document;
    expect(finished).toBe(true);
    expect(messages).toMatchObject({ lost: 0, acknowledged: messages.stored });
    const routes = new Set(journeys.map(({ from, to }) => `${from} ${to}`));
    for (const route of ['human envoy', 'envoy marshall', 'envoy human']) {
      expect(routes).toContain(route);
    }
    for (const number of [1, 2, 3, 4]) {
      expect(routes).toContain(`marshall specialist_${number}`);
      expect(routes).toContain(`specialist_${number} marshall`);
    }
    expect(readdirSync(demo.tmp)).toEqual([]);
  });
});

describe('ovld demo without panes', () => {
  const told = [
    { language: 'en', verdict: 'Nothing was lost', japanese: false },
    { language: 'ja', verdict: '失われたものはありません', japanese: true },
  ];
  it.each(told)('is printed in $language within 80 columns', async ({ language, ...expected }) => {
    const demo = startDemo([], { OVLD_LANG: language });
    expect(await demo.exited).toBe(0);
    const lines = demo.stdout().split('\n');
    const story = lines.filter((line) => /^ +\d+\.\d\ds {2}/.test(line));
    expect(story.length).toBeGreaterThanOrEqual(12);
    expect(story.filter((line) => JAPANESE.test(line)).length > 12).toBe(expected.japanese);
    const own = lines.filter((line) => !line.includes(OVLD));
    expect(own.filter((line) => columnsOf(line) > 79)).toEqual([]);
    expect(demo.stdout()).toContain(expected.verdict);
    expect(demo.stdout()).not.toContain(ESCAPE);
  });

  it('says why it uses no panes when they were asked for, and what to try next from any folder', async () => {
    const demo = startDemo(['--mux', 'tmux'], { PATH: '/nowhere' });
    expect(await demo.exited).toBe(0);
    expect(demo.stdout()).toContain('\ntmux is not installed: as text here, not in panes.\n');
    expect(demo.stdout()).toContain(`  node ${realpathSync(OVLD)} doctor`);
    expect(demo.stdout()).not.toContain('summon');
  });

  it('keeps its directory to itself', async () => {
    const demo = startDemo(['--pause', '30']);
    const camp = await waitFor(() => readdirSync(demo.tmp)[0], 'the directory');
    expect(statSync(join(demo.tmp, camp)).mode & 0o777).toBe(0o700);
    demo.kill('SIGTERM');
    expect(await demo.exited).toBe(130);
  });
});

const interrupt = (demo: DemoRun): void => demo.kill('SIGINT');
const quit = (demo: DemoRun): void => demo.kill('SIGQUIT');
const hangUp = (demo: DemoRun): void => demo.hangUp();

describe('an interrupted ovld demo', () => {
  const cases = [
    { when: 'SIGINT while its relays start', seen: /scripted minds/, pause: '0', end: interrupt },
    { when: 'SIGINT when they are ready', seen: /are ready/, pause: '30', end: interrupt },
    { when: 'SIGINT after one was killed', seen: /killed by/, pause: '0.2', end: interrupt },
    { when: 'SIGQUIT when they are ready', seen: /are ready/, pause: '30', end: quit },
    { when: 'its reader has left', seen: /Four generals/, pause: '0.2', end: hangUp },
  ];
  it.each(cases)('leaves no relay and no directory: $when', async ({ when, seen, pause, end }) => {
    const demo = startDemo(['--pause', pause]);
    await waitFor(() => seen.test(demo.stdout()), when);
    await waitFor(() => relaysIn(demo.tmp).length > 0, 'relays');
    end(demo);
    expect(await demo.exited).toBe(130);
    expect(relaysIn(demo.tmp)).toEqual([]);
    expect(readdirSync(demo.tmp)).toEqual([]);
    expect(demo.stderr()).toBe('');
  });
});

describe('ovld demo after one that was killed', () => {
  it('clears away what that one left, and nothing that may be in use', async () => {
    const killed = startDemo(['--pause', '30']);
    await waitFor(() => /are ready/.test(killed.stdout()), 'its relays');
    const lives = startDemo(['--pause', '30'], { TMPDIR: killed.tmp });
    await waitFor(() => /are ready/.test(lives.stdout()), 'relays of another');
    expect(readdirSync(killed.tmp)).toHaveLength(2);
    const own = join(killed.tmp, 'ovld-demo-mine');
    mkdirSync(own);
    killed.kill('SIGKILL');
    await killed.exited;
    const next = startDemo(['--json'], { TMPDIR: killed.tmp });
    expect(await next.exited).toBe(0);
    const left = readdirSync(killed.tmp).filter((name) => name !== 'ovld-demo-mine');
    expect(left).toHaveLength(1);
    expect(existsSync(own)).toBe(true);
    expect(relaysIn(killed.tmp).length).toBe(relaysIn(join(killed.tmp, left[0] ?? '')).length);
    expect(relaysIn(join(killed.tmp, left[0] ?? '')).length).toBeGreaterThan(0);
    lives.kill('SIGTERM');
    expect(await lives.exited).toBe(130);
  });
});

describe('ovld demo with arguments it does not take', () => {
  const wrong: { args: string[]; sentence: RegExp }[] = [
    { args: ['--fast'], sentence: /^ovld: unknown option '--fast'/ },
    { args: ['--pause'], sentence: /^ovld: option '--pause <seconds>' argument missing/ },
    { args: ['--pause', 'long'], sentence: /'long' is invalid\. It must be a number of seconds/ },
    { args: ['--pause', '-1'], sentence: /number of seconds/ },
    { args: ['--pause', '1e9'], sentence: /number of seconds/ },
    { args: ['again'], sentence: /^ovld: too many arguments/ },
  ];
  it.each(wrong)('says so and starts nothing: $args', async ({ args, sentence }) => {
    const demo = startDemo(args);
    expect(await demo.exited).toBe(2);
    expect(demo.stdout()).toBe('');
    expect(demo.stderr()).toMatch(sentence);
    expect(readdirSync(demo.tmp)).toEqual([]);
  });

  it('reports a directory for temporary files that cannot be used', async () => {
    const demo = startDemo([], { TMPDIR: '/nowhere' });
    expect(await demo.exited).toBe(1);
    expect(demo.stderr()).toMatch(
      /^ovld: the directory \/nowhere cannot be used: it does not exist \(ENOENT\)\n/,
    );
  });
});
