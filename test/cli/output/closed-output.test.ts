import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasLeft } from '../../../src/cli/output/streams.ts';
import { cliWorld } from '../../support/cli-world.ts';
import { OVLD } from '../../support/relay-process.ts';

const FULL = '/dev/full';
type Where = 'read' | 'closed' | 'full';

/** What a command says on the side that is read, and how it ends, with the other side closed or full. */
function run(
  world: ReturnType<typeof cliWorld>,
  words: readonly string[],
  { out, err, more }: { out: Where; err: Where; more?: Record<string, string> },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const side = (where: Where) => (where === 'full' ? openSync(FULL, 'w') : 'pipe');
  const child = spawn(process.execPath, [OVLD, ...words], {
    cwd: world.project,
    env: { ...world.env, ...more },
    stdio: ['ignore', side(out), side(err)],
  });
  // At once, long before the program can have said anything.
  if (out === 'closed') child.stdout?.destroy();
  if (err === 'closed') child.stderr?.destroy();
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  return new Promise((resolve) => void child.on('close', (code) => resolve({ code, ...said })));
}

const COMMANDS: [command: string, code: number][] = [
  ['doctor', 0],
  ['doctor --json', 0],
  ['history', 0],
  ['config', 0],
  ['init --dry-run', 0],
  ['status --all', 0],
  ['status --all --json', 0],
  ['completion bash', 0],
  ['--help', 0],
  ['--help --help', 0],
  ['--version', 0],
];

describe.each(COMMANDS)('ovld %s', (command, code) => {
  const words = command.split(' ');

  it('prints no error when its reader has left, and exits as it would', async () => {
    const ran = await run(cliWorld(), words, { out: 'closed', err: 'read' });
    expect(ran).toMatchObject({ code, stderr: '' });
  });

  it.runIf(existsSync(FULL))('prints one line when its output cannot be written', async () => {
    const ran = await run(cliWorld(), words, { out: 'full', err: 'read' });
    expect(ran).toMatchObject({
      code: 1,
      stderr: 'ovld: the output could not be written: no space is left (ENOSPC)\n',
    });
  });
});

it.runIf(existsSync(FULL))("a full disk is reported in the person's language", async () => {
  for (const words of [['config'], ['--help']]) {
    const how = { out: 'full', err: 'read', more: { OVLD_LANG: 'ja' } } as const;
    const { stderr } = await run(cliWorld(), words, how);
    expect(stderr).toBe('ovld: 出力を書き込めませんでした。空き容量がありません（ENOSPC）\n');
  }
});

it.each<[Where, Where, string, number]>([
  ['read', 'closed', 'bogus', 2],
  ['closed', 'closed', 'bogus', 2],
  ['closed', 'closed', 'doctor', 0],
  ['read', 'closed', 'status', 3],
  ['read', 'full', 'status', 3],
  ['full', 'full', 'doctor', 1],
])('with %s output and %s errors "ovld %s" ends with %i', async (out, err, command, code) => {
  if ((out === 'full' || err === 'full') && !existsSync(FULL)) return;
  expect(await run(cliWorld(), [command], { out, err })).toMatchObject({ code });
});

it.each([
  ['EPIPE', false, true],
  ['ECONNRESET', false, true],
  ['EIO', true, true],
  ['EIO', false, false],
  ['ENOSPC', false, false],
])(
  'the error %s with a terminal (%s) means that the reader has left: %s',
  (code, terminal, left) => {
    expect(hasLeft(Object.assign(new Error(code), { code }), terminal)).toBe(left);
  },
);
