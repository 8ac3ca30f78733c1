import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { post } from '../support/post.ts';
import { OVLD } from '../support/relay-process.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';

const browser = browserOfFile();
beforeEach((context) => requireOrSkip(context, 'tmux', missingProgram('tmux')));

interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Its exit code, once it has ended by itself. */
  ended: Promise<number | null>;
}

function dashboard(world: ArmyWorld, ...flags: string[]): Running {
  const child = spawn(process.execPath, [OVLD, 'dashboard', '--web', ...flags], {
    cwd: world.project,
    env: world.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, stdout: () => out, stderr: () => err, ended };
}

test('a real army gets a message from the page, its answer shows there, and the page ends with the army', async () => {
  const world = armyWorld('tmux');
  await world.summon('--no-rituals');
  const web = dashboard(world, '--json');
  await waitFor(() => web.stdout().endsWith('\n'), 'the address', 30_000);
  const { url, port } = JSON.parse(web.stdout()) as { url: string; port: number };
  expect(new URL(url).port).toBe(String(port));

  const { page, complaints } = await openTab(browser(), url);
  expect(await page.locator('.card').count()).toBe(6);
  await page.keyboard.press('c');
  await page.locator('#compose-to').selectOption('storm');
  await page.locator('#compose-subject').fill('Sail');
  await page.locator('#compose-body').fill('At dawn, <b>quietly</b>.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Stored for storm.').waitFor();
  // Its own relay rings, its agent fetches, and the end of its turn is the sign that it has read.
  const sent = page.locator('.letter', { hasText: 'Sail' });
  await sent.and(page.locator('[data-stage=acknowledged]')).waitFor({ timeout: 60_000 });
  await page.locator('[data-role=storm]', { hasText: / ms| s/ }).waitFor();

  const body = 'We sail <img src=x onerror=alert(1)>';
  await post(world, 'storm', { to: 'human', subject: 'Aye', body });
  await page.locator('.person', { hasText: '1 unread' }).waitFor();
  await page.locator('.letter[data-mine]', { hasText: 'Aye' }).getByRole('button').click();
  await page.locator('dialog[open] pre', { hasText: body }).waitFor();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await page.locator('.person', { hasText: 'no mail' }).waitFor();

  await page.locator('[data-role=shadow]').click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Hold' }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Release' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-role=shadow]', { hasText: 'held' }).waitFor();
  expect(complaints).toEqual([]);

  await world.ovld(['unsummon', '--force']);
  expect(await web.ended).toBe(0);
  expect(web.stderr()).toContain('The army was dismissed.');
  await page.getByText('This is its last known state').waitFor();
});

test('without a terminal it prints its address, ends on a signal, and refuses a port that is taken', async () => {
  const world = armyWorld('tmux');
  await world.summon('--no-rituals');
  const urls = new Set<string>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) {
    // At the port it had it also has the address it had.
    const ports = [...urls].slice(-1).flatMap((url) => ['--port', new URL(url).port]);
    const web = dashboard(world, ...ports);
    await waitFor(() => web.stdout().endsWith('\n'), 'the address', 30_000);
    const [, url = ''] =
      /^The army overlord is at (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32})\n[^\n]+Ctrl-C ends it\.\n$/.exec(
        web.stdout(),
      ) ?? [];
    urls.add(url);
    const token = new URL(url).searchParams.get('token') ?? '';
    const file = `${world.relayDir()}/web/${new URL(url).port}`;
    expect(readFileSync(file, 'utf8')).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(`/proc/${web.child.pid}/cmdline`, 'utf8')).not.toContain(token);
    web.child.kill(signal);
    expect(await web.ended).toBe(0);
    expect(web.stderr()).toBe('');
  }
  expect(urls.size).toBe(1);
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await waitFor(() => taken.listening, 'a port of another program');
  const { port } = taken.address() as { port: number };
  const refused = dashboard(world, '--port', String(port));
  expect(await refused.ended).toBe(2);
  expect(refused.stderr()).toContain(`port ${port} is taken`);
  await world.ovld(['unsummon', '--force']);
});

test('--open passes the address to the browser of the desktop, or says that there is none', async () => {
  const world = armyWorld('tmux');
  await world.summon('--no-rituals');
  world.program('xdg-open', `#!/bin/sh\necho "$1" > '${world.dir}/opened'\n`);
  const web = dashboard(world, '--json', '--open');
  await waitFor(
    () => existsSync(`${world.dir}/opened`) && web.stdout() !== '',
    'it to be opened',
    30_000,
  );
  const { url } = JSON.parse(web.stdout()) as { url: string };
  const opened = (): string => readFileSync(`${world.dir}/opened`, 'utf8').trim();
  await waitFor(() => opened() !== '', 'the address');
  // Every user can read the words of a program: these let in once.
  expect(opened()).not.toContain(new URL(url).searchParams.get('token'));
  expect(opened()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?ticket=[\w-]{32}$/);
  await openTab(browser(), opened());
  expect((await fetch(opened())).status).toBe(401);
  expect((await fetch(url)).status).toBe(200);
  web.child.kill('SIGTERM');
  await web.ended;
  world.program('xdg-open', '#!/bin/sh\nexit 3\n');
  const alone = dashboard(world, '--open');
  await waitFor(
    () => alone.stderr().includes('No browser could be opened'),
    'that to be said',
    30_000,
  );
  alone.child.kill('SIGTERM');
  expect(await alone.ended).toBe(0);
  await world.ovld(['unsummon', '--force']);
});
