import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { seatMocks } from '../support/bastion-world.ts';
import { allExamples, LIVE, ovldOnPath } from '../support/examples.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Until it is stopped, as by Ctrl-C, once it has said something. */
const ENDLESS = /^ovld (?:watch|dashboard --web)/;

/** The one an example names may be in use here. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function type(world: ArmyWorld, line: string, folder: string) {
  const env = { ...world.env, PATH: `${ovldOnPath(world.dir)}:${world.env['PATH']}` };
  const free = line.replace(/--port \d+/, `--port ${await freePort()}`);
  const typed = ENDLESS.test(line) ? `exec ${free}` : free;
  const child = spawn('sh', ['-c', typed], { env, cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  if (ENDLESS.test(line)) {
    await waitFor(() => stdout !== '', `${line} to be up`);
    child.kill('SIGINT');
  }
  return { line, code: await ended, stdout, stderr };
}

/** Enters the army at a terminal, leaves it by the multiplexer's own keys, and is told so. */
async function enterAndLeave(world: ArmyWorld, line: string) {
  const terminal = world.terminal();
  terminal.line(line);
  await terminal.shows('strategist: a scripted agent');
  terminal.keys('C-b', 'd');
  await terminal.shows('keeps running');
  terminal.close();
}

/** Looks at the army on a whole terminal, and leaves it by its own key. */
async function lookAndLeave(world: ArmyWorld, line: string) {
  const terminal = world.terminal();
  terminal.line(`${line}; echo left $?`);
  await terminal.shows('Messages');
  terminal.keys('q');
  await terminal.shows('left 0');
  terminal.close();
}

/** In the order of an army's life; each command's examples, as its help has them. */
it('every example that needs a live army does what it says', { timeout: 300_000 }, async (ctx) => {
  requireOrSkip(ctx, 'tmux', missingProgram('tmux'));
  const world = armyWorld('tmux', { config: { agent: 'mock' } });
  const other = world.anotherProject('other');
  seatMocks(other, ['--record', join(world.dir, 'rec-other')]);
  const left = allExamples().filter(([command]) => LIVE.includes(command));
  const take = (pattern: RegExp): string[] => {
    const found = left.filter(([, line]) => pattern.test(line));
    for (const one of found) left.splice(left.indexOf(one), 1);
    expect(found, String(pattern)).not.toEqual([]);
    return found.map(([, line]) => line);
  };
  const run = async (pattern: RegExp, folder: string): Promise<void> => {
    for (const line of take(pattern)) {
      expect(await type(world, line, folder)).toMatchObject({ line, code: 0, stderr: '' });
    }
  };

  await run(/^ovld summon .*--dry-run/, world.project);
  await run(/^ovld summon .*bastion/, other);
  await run(/^ovld watch/, other);
  await run(/^ovld summon /, world.project);
  await run(/^ovld inject /, world.project);
  await run(/^ovld restart /, world.project);
  await run(/^ovld pause/, world.project);
  for (const line of take(/^ovld attach/)) await enterAndLeave(world, line);
  world.program('xdg-open', '#!/bin/sh\n');
  await run(/^ovld dashboard --web/, world.project);
  for (const line of take(/^ovld dashboard/)) await lookAndLeave(world, line);
  await run(/^ovld unsummon --force/, world.project);
  await run(/^ovld unsummon --all/, world.project);
  expect(left).toEqual([]);
});
