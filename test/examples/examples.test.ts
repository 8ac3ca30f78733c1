import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listProcesses } from '../../src/kit/processes.ts';
import { exampleFolders, playExample, stories } from '../support/stories.ts';
import { waitFor } from '../support/wait-for.ts';

describe('the examples', () => {
  it('are all in their index', () => {
    expect([...stories('–'), ...stories('tmux')].toSorted()).toEqual(exampleFolders());
  });

  it.each(stories('–'))('work: %s', async (story) => {
    const { code, stdout, stderr } = await playExample(story);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^✓ /gm)?.length).toBeGreaterThanOrEqual(3);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leave nothing behind after %s', async (signal) => {
    const run = fileURLToPath(new URL('endless/run.mjs', import.meta.url));
    const child = spawn(process.execPath, [run], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit');
    await waitFor(() => said.endsWith('\n'), 'it to be up');
    const dir = said.trim();
    const left = (): number[] =>
      listProcesses()
        .filter(({ env }) => env().some((word) => word.endsWith(`=${dir}/home`)))
        .map(({ pid }) => pid);
    expect(left()).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(existsSync(dir)).toBe(false);
    await waitFor(() => left().length === 0, 'its relay to end');
  });

  it('fail when a claim of theirs does not hold, and leave nothing behind', async () => {
    const { code, stdout, stderr } = await playExample('../test/examples/broken');
    expect(code).toBe(1);
    expect(stderr).toContain('does not hold: two and two are five');
    expect(stdout.trim()).toMatch(/^\/tmp\/ox-/);
    expect(existsSync(stdout.trim())).toBe(false);
  });
});
