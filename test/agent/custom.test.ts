import { describe, expect, it } from 'vitest';
import { createCustomAgent } from '../../src/agent/custom.ts';
import { customAgentSchema } from '../../src/army/custom-agent.ts';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { launchArmy, launchWords } from '../support/launch-words.ts';

const described = customAgentSchema.parse({
  program: 'kimi',
  args: ['--no-update'],
  mcp: { flag: '--mcp-config-file' },
  ready: '^> (?<text>.*)$',
  busy: 'esc to interrupt',
  dialog: '❯ \\d+\\. ',
});

const read = (lines: readonly string[], more: object = {}, given: object = {}) =>
  createCustomAgent({ ...described, ...given }).read({ lines, copyMode: false, ...more });
const ready = (text: string) => ({ state: 'ready', text });

describe('the screen of a described agent', () => {
  it.each<[string, string[], object]>([
    ['an empty composer', ['hello', '> '], ready('')],
    ['one whose white space the multiplexer has cut', ['hello', '>'], ready('')],
    ['a draft', ['> mine'], ready('mine')],
    ['the last row that fits', ['> theirs', 'answer', '> mine'], ready('mine')],
    ['a text of several rows', ['> one', '  two', '', 'footer'], ready('one\ntwo')],
    ['a draft that begins with an empty row', ['>', '  two'], ready('\ntwo')],
    ['what stands below and is not indented', ['> one', 'footer'], ready('one')],
    ['no row that fits', ['$ ', 'password:'], { state: 'unknown' }],
    ['nothing at all', [], { state: 'unknown' }],
    ['a dialog below', ['> mine', '❯ 1. Yes'], { state: 'dialog' }],
    ['a dialog above', ['❯ 1. Yes', '> '], { state: 'dialog' }],
    ['more rows than can be looked at', Array(400).fill('> '), { state: 'unknown' }],
  ])('is read: %s', (_name, lines, expected) => expect(read(lines)).toEqual(expected));

  it('has borders on both sides that are no part of the text', () => {
    const boxed = { ready: '^│ > (?<text>.*?)\\s*│$' };
    expect(read(['╭────────╮', '│ >      │', '╰────────╯'], {}, boxed)).toEqual(ready(''));
    const two = ['╭────────╮', '│ > one  │', '│   two  │', '╰────────╯'];
    expect(read(two, {}, boxed)).toEqual(ready('one\ntwo'));
  });

  it('shows a placeholder where its text is dim and the cursor at its beginning', () => {
    const [lines, dim] = [['> Ask me'], ['> \u001b[2mAsk me\u001b[0m']];
    expect(read(lines, { styled: dim })).toEqual(ready(''));
    expect(read(lines, { styled: ['> \u001b[7mA\u001b[27m\u001b[2msk me'] })).toEqual(ready(''));
    expect(read(lines, { styled: ['> Ask \u001b[2mme'] })).toEqual(ready('Ask me'));
    expect(read(lines)).toEqual(ready('Ask me'));
    const typed = { styled: dim, cursor: { row: 0, column: 8 } };
    expect(read(lines, typed)).toEqual(ready('Ask me'));
    const elsewhere = { styled: ['other'] };
    expect(read(lines, elsewhere)).toEqual(ready('Ask me'));
    const below = { styled: [...dim, '  more'] };
    expect(read([...lines, '  more'], below)).toEqual(ready('Ask me\nmore'));
  });

  it('is busy where its sign stands, though it stands still', () => {
    const agent = createCustomAgent(described);
    const screen = { lines: ['Thinking (esc to interrupt)', '> '], copyMode: false };
    const [one, two] = [agent.read(screen), agent.read(screen)];
    expect([one, two]).toMatchObject([{ state: 'ready' }, { state: 'ready' }]);
    const signs = [one, two].map((seen) => (seen.state === 'ready' ? seen.busy : undefined));
    expect(signs[0]).toContain('esc to interrupt');
    expect(signs[0]).not.toBe(signs[1]);
  });

  it('is looked at only so far: what goes on behind that is no text of ours', () => {
    const long = 'x'.repeat(600);
    expect(read([`> ${long}`])).toEqual(ready(`${'x'.repeat(498)}…`));
  });

  it('asks a person where a dialog stands', () => {
    const agent = createCustomAgent(described);
    expect(agent.asks?.({ lines: ['❯ 2. No'], copyMode: false })).toBe('choice');
    expect(agent.asks?.({ lines: ['> '], copyMode: false })).toBeUndefined();
  });
});

const order: LaunchOrder = {
  role: 'storm',
  session: 'overlord',
  relayDir: '/r',
  ovld: ['/usr/bin/node', '/opt/ovld.js'],
  paths: { mcp: '/r/mcp/storm.json', settings: '', hooks: '', ritual: '', files: '/r/files/storm' },
  env: {},
  args: ['--more'],
  words: launchWords,
  army: launchArmy,
};

describe('launching a described agent', () => {
  const launch = (given: object) =>
    createCustomAgent(customAgentSchema.parse({ ...described, ...given })).launch(order);

  it('gives its relay by a flag', () => {
    const { argv, env, mcp, files } = launch({ env: { A: '1' } });
    expect(argv).toEqual([
      'kimi',
      '--no-update',
      '--more',
      '--mcp-config-file',
      '/r/mcp/storm.json',
    ]);
    expect(env).toEqual({ A: '1' });
    expect(mcp).toMatchObject({
      mcpServers: { 'ovld-relay': { args: ['/opt/ovld.js', 'relay'] } },
    });
    expect(files).toBeUndefined();
  });

  it('gives its relay by a variable', () => {
    const { argv, env } = launch({ mcp: { env: 'MCP_FILE' } });
    expect(argv).toEqual(['kimi', '--no-update', '--more']);
    expect(env).toEqual({ MCP_FILE: '/r/mcp/storm.json' });
  });

  it('gives its relay by a file in a folder that a variable names', () => {
    const { env, files, mcp } = launch({ mcp: { file: 'a/mcp.json', folder: 'KIMI_HOME' } });
    expect(env).toEqual({ KIMI_HOME: '/r/files/storm' });
    expect(JSON.parse(files?.['a/mcp.json'] ?? '')).toEqual(mcp);
  });
});
