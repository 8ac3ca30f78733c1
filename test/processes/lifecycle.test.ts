import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shakeHands, spawnRelay, type RelayClient } from '../../src/mock-agent/mcp-client.ts';
import { openWire, relayCommandOf } from '../support/faults-wire.ts';
import { OVLD, readyRelay, relayEnv, startRelayProcess } from '../support/relay-process.ts';
import { requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** Runs a relay that is not expected to serve, with nothing on its stdin. */
function runOnce(env: Record<string, string>, before: readonly string[] = []) {
  const [command, ...args] = [...before, process.execPath, OVLD, 'relay'];
  const ran = spawnSync(command, args, {
    env,
    encoding: 'utf8',
    timeout: 10_000,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { code: ran.status, stdout: ran.stdout, lines: ran.stderr.trimEnd().split('\n') };
}

/** One sentence for people, one hint, nothing of a stack, nothing on stdout. */
function expectSentence(ran: ReturnType<typeof runOnce>, code: number, ...words: string[]): void {
  expect(ran).toMatchObject({ code, stdout: '' });
  expect(ran.lines).toHaveLength(2);
  expect(ran.lines[0]).toMatch(/^ovld: \S/);
  expect(ran.lines[1]).toMatch(/^ {2}→ \S/);
  for (const word of words) expect(ran.lines[0]).toContain(word);
}

const without = (variable: string, env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name !== variable));

describe('a relay with a wrong environment', () => {
  const variables = ['OVLD_ROLE', 'OVLD_RELAY_DIR', 'OVLD_SESSION'];

  it.each(variables)(
    '[relay.env.4 relay.role-unset.1] names %s when it is not set, and exits with 2',
    (variable) => {
      const dir = join(tempDir(), 'relay');
      expectSentence(runOnce(without(variable, relayEnv(dir, 'overlord'))), 2, variable, 'not set');
      expect(existsSync(dir)).toBe(false);
    },
  );

  it.each(variables)('[relay.env.4] treats an empty %s as not set', (variable) => {
    const env = { ...relayEnv(join(tempDir(), 'relay'), 'overlord'), [variable]: '' };
    expectSentence(runOnce(env), 2, variable, 'not set');
  });

  // [relay.env.1 relay.env.2 relay.env.3]
  it.each([
    ['OVLD_ROLE', 'Overlord'],
    ['OVLD_ROLE', '../overlord'],
    ['OVLD_ROLE', 'a'.repeat(33)],
    ['OVLD_ROLE', 'over\u001b[31mlord'],
    ['OVLD_SESSION', '-overlord'],
    ['OVLD_SESSION', 'two words'],
    ['OVLD_RELAY_DIR', 'relay'],
    ['OVLD_RELAY_DIR', './relay'],
  ])('refuses %s=%j and exits with 2', (variable, value) => {
    const dir = join(tempDir(), 'relay');
    const ran = runOnce({ ...relayEnv(dir, 'overlord'), [variable]: value });
    expectSentence(ran, 2, variable, 'not a valid value');
    expect(ran.lines.join('')).not.toContain('\u001b');
    expect(existsSync(dir)).toBe(false);
  });

  it('[relay.env.1] names the roles of the army when its role is not one of them', () => {
    const dir = join(tempDir(), 'relay');
    const ran = runOnce(relayEnv(dir, 'marshall'));
    expectSentence(ran, 2, 'OVLD_ROLE', 'marshall');
    expect(ran.lines[1]).toContain('strategist');
    expect(existsSync(dir)).toBe(false);
  });

  it('[relay.env.4] says it in Japanese to a person who reads Japanese', () => {
    const env = without('OVLD_ROLE', relayEnv(tempDir(), 'overlord'));
    const japanese = '環境変数 OVLD_ROLE が設定されていません';
    expectSentence(runOnce({ ...env, OVLD_LANG: 'ja' }), 2, japanese);
    expectSentence(runOnce({ ...env, LANG: 'ja_JP.UTF-8' }), 2, japanese);
    expectSentence(runOnce({ ...env, LANG: 'ja_JP.UTF-8', OVLD_LANG: 'en' }), 2, 'is not set');
  });
});

describe('a relay whose directory cannot be used', () => {
  const file = (): string => {
    const path = join(tempDir(), 'a-file');
    writeFileSync(path, 'kept');
    return path;
  };

  it.each([
    ['is a file', () => file(), /EEXIST|ENOTDIR/],
    ['lies below a file', () => join(file(), 'relay'), /ENOTDIR/],
    ['lies where none can be made', () => '/proc/nope', /ENOENT|EACCES/],
    ['lies deep where none can be made', () => '/proc/nope/relay', /ENOENT|EACCES/],
  ])('[relay.env.2] says path and reason when it %s, and exits with 1', (_, make, reason) => {
    const dir = make();
    const ran = runOnce(relayEnv(dir, 'overlord'));
    expectSentence(ran, 1, 'the directory', dir);
    expect(ran.lines[0]).toMatch(reason);
  });

  it('[relay.env.2] says path and reason when it belongs to another user', (ctx) => {
    const root = process.getuid?.() === 0;
    requireOrSkip(ctx, 'root', root ? undefined : 'only root can become another user');
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const [command, ...args] = [...nobody, process.execPath, OVLD, '--version'];
    const runs = spawnSync(command, args).status === 0;
    requireOrSkip(ctx, 'root', runs ? undefined : 'another user may not run dist/ovld.js');
    const dir = join(tempDir(), 'relay');
    expectSentence(runOnce(relayEnv(dir, 'overlord'), nobody), 1, 'the directory', dir, 'EACCES');
    const ran = runOnce({ ...relayEnv(dir, 'overlord'), OVLD_LANG: 'ja' }, nobody);
    expectSentence(ran, 1, 'ディレクトリ', dir, 'EACCES');
  });
});

describe('a relay that ends', () => {
  const ends: [string, (relay: RelayClient) => Promise<{ code: number | null }>][] = [
    ['on SIGINT', (relay) => relay.kill('SIGINT')],
    ['on SIGTERM', (relay) => relay.kill('SIGTERM')],
    ['on SIGHUP', (relay) => relay.kill('SIGHUP')],
    ['when its stdin ends', (relay) => relay.close()],
  ];

  // [R6 R12 design.d2-stdio.5]
  it.each(ends)(
    'exits with 0 %s, gives back what it held and leaves no trace of itself',
    async (_, end) => {
      const dir = join(tempDir(), 'relay');
      const names = (...path: string[]): string[] => readdirSync(join(dir, ...path));
      const sender = await readyRelay(dir, 'overlord');
      const relay = await readyRelay(dir, 'strategist');
      await sender.call('send_message', { to: 'strategist', subject: 's', body: 'b' });
      const { data } = await relay.call('check_inbox');
      expect(data['messages']).toHaveLength(1);
      expect(names('agents', 'strategist')).toHaveLength(1);
      expect(names('collected', 'strategist')).toHaveLength(1);

      expect(await end(relay)).toEqual({ code: 0, signal: null });
      expect(relay.stderr()).toBe('');
      expect(names('agents', 'strategist')).toEqual([]);
      expect(names('collected', 'strategist')).toEqual([]);
      expect(names('inbox', 'strategist')).toEqual([expect.stringMatching(/\.r1\.json$/)]);
      expect(names('tmp')).toEqual([]);
      // Its neighbour was not touched.
      expect(names('agents', 'overlord')).toHaveLength(1);
    },
  );

  it('[R6] leaves no registration when the client closes at the moment it has the tools', async () => {
    for (let round = 0; round < 5; round += 1) {
      const dir = join(tempDir(), 'relay');
      const wire = openWire(relayCommandOf(dir, 'overlord'), (line) => {
        if (line.includes('"tools":[')) wire.end();
      });
      const clientInfo = { name: 'hasty', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      wire.post({ id: 1, method: 'initialize', params });
      wire.post({ method: 'notifications/initialized' });
      wire.post({ id: 2, method: 'tools/list' });
      expect(await wire.closed).toMatchObject({ code: 0, torn: '' });
      expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
      expect(readdirSync(join(dir, 'collected', 'overlord'))).toEqual([]);
      expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
    }
  });

  it('[R6] exits with 0, and reports no bug, when its output is closed', async () => {
    const dir = join(tempDir(), 'relay');
    const wire = openWire(relayCommandOf(dir, 'overlord'), () => {
      wire.hangUp();
      wire.post({ id: 2, method: 'ping' });
    });
    const clientInfo = { name: 'gone', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    wire.post({ id: 1, method: 'initialize', params });
    expect(await wire.closed).toMatchObject({ code: 0 });
    expect(wire.stderr()).toBe('');
    expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
  });

  it('[R6] exits with 0 when there never was a client', () => {
    const dir = join(tempDir(), 'relay');
    const ran = runOnce(relayEnv(dir, 'overlord'));
    expect(ran).toEqual({ code: 0, stdout: '', lines: [''] });
    expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
  });

  it.each(['SIGTERM', 'stdin'] as const)(
    '[R6 N5] exits on %s although its replies are not read',
    async (by) => {
      const dir = join(tempDir(), 'relay');
      // `exec`: the relay takes the shell's pid; its stdout is a pipe that is held open and not read.
      const script = 'exec "$0" "$@" > "$FIFO"';
      const fifo = join(tempDir(), 'unread');
      expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
      const env = { ...relayEnv(dir, 'overlord'), FIFO: fifo };
      const holder = openWire(
        { command: 'sh', args: ['-c', 'exec sleep 120 < "$FIFO"'], env },
        () => undefined,
      );
      const args = ['-c', script, process.execPath, OVLD, 'relay'];
      const wire = openWire({ command: 'sh', args, env }, () => undefined);
      const clientInfo = { name: 'deaf', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      wire.post({ id: 1, method: 'initialize', params });
      wire.post({ method: 'notifications/initialized' });
      for (let id = 2; id < 100; id += 1) wire.post({ id, method: 'tools/list' });
      wire.post({
        id: 100,
        method: 'tools/call',
        params: { name: 'update_status', arguments: { status: 'done' } },
      });
      const status = join(dir, 'status', 'overlord.json');
      await waitFor(
        () => existsSync(status) && readFileSync(status, 'utf8').includes('"done"'),
        'the relay to have served everything',
      );
      if (by === 'stdin') wire.end();
      else wire.kill('SIGTERM');
      await waitFor(() => !existsSync(`/proc/${wire.pid}`), 'the relay to be gone', 10_000);
      expect(await wire.closed).toMatchObject({ code: 0 });
      expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
      holder.kill('SIGKILL');
    },
  );
});

describe('a relay that was killed', () => {
  const relayState = async (asker: RelayClient, role: string): Promise<unknown> => {
    const { data } = await asker.call('get_status', { role });
    const [status] = data['statuses'] as { observed: { relay: string } }[];
    return status?.observed.relay;
  };

  // [R6 R10 R11]
  it('leaves a registration that counts as dead, and its mail to the next', async () => {
    const dir = join(tempDir(), 'relay');
    const overlord = await readyRelay(dir, 'overlord');
    const first = await readyRelay(dir, 'strategist');
    await overlord.call('send_message', { to: 'strategist', subject: 's', body: 'b' });
    await first.call('check_inbox');
    expect(await relayState(overlord, 'strategist')).toBe('alive');
    await first.kill('SIGKILL');
    const [left] = readdirSync(join(dir, 'agents', 'strategist'));
    expect(left).toBeDefined();
    expect(await relayState(overlord, 'strategist')).toBe('gone');

    const second = await readyRelay(dir, 'strategist');
    expect(await relayState(overlord, 'strategist')).toBe('alive');
    const now = readdirSync(join(dir, 'agents', 'strategist'));
    expect(now).toHaveLength(1);
    expect(now[0]! > left!).toBe(true);
    const { data } = await second.call('check_inbox');
    expect(data['messages']).toMatchObject([{ body: 'b', redelivered: 1 }]);
    expect(readdirSync(join(dir, 'collected', 'strategist'))).toEqual([
      now[0]!.replace('.json', ''),
    ]);
  });

  it(
    '[R10] may leave half a line, which our own client does not take for a reply',
    { timeout: 10_000 },
    async () => {
      const half = '{"jsonrpc":"2.0","id":1,"resu';
      const args = ['-c', 'read -r line; printf %s "$HALF"; kill -9 $$'];
      const client = spawnRelay({
        command: 'sh',
        args,
        env: { PATH: '/usr/bin:/bin', HALF: half },
      });
      await expect(client.request('ping')).rejects.toThrow('the relay ended');
      expect(await client.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(client.stray).toEqual([]);
    },
  );

  it('[R10] counts as dead while it is a zombie that has not been reaped', async (ctx) => {
    requireOrSkip(ctx, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    const dir = join(tempDir(), 'relay');
    const overlord = await readyRelay(dir, 'overlord');
    // The shell becomes `sleep`, which never waits for its child. A child in the background would
    // get /dev/null for its stdin, and end at once; hence the third descriptor.
    const script = 'exec 3<&0; "$0" "$@" <&3 & exec sleep 120';
    const args = ['-c', script, process.execPath, OVLD, 'relay'];
    const parent = openWire(
      { command: 'sh', args, env: relayEnv(dir, 'strategist') },
      () => undefined,
    );
    const seats = join(dir, 'agents', 'strategist');
    const [seat] = await waitFor(
      () => readdirSync(seats).length > 0 && readdirSync(seats),
      'the registration',
    );
    const { relay } = JSON.parse(readFileSync(join(seats, seat!), 'utf8')) as {
      relay: { pid: number };
    };
    expect(relay.pid).not.toBe(parent.pid);
    process.kill(relay.pid, 'SIGKILL');
    const stat = (): string => readFileSync(`/proc/${relay.pid}/stat`, 'utf8');
    await waitFor(() => /\) Z /.test(stat()), 'the zombie');
    expect(await relayState(overlord, 'strategist')).toBe('gone');
    expect(stat()).toMatch(/\) Z /);
    parent.kill('SIGKILL');
  });
});

describe('a relay at work', () => {
  it('[design.d2-stdio.4 design.d1-files.3] listens on no port, has no child and outlives no client', async (ctx) => {
    requireOrSkip(ctx, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    const dir = join(tempDir(), 'relay');
    const relay = await readyRelay(dir, 'overlord');
    await relay.call('broadcast', { subject: 's', body: 'b' });
    const fds = join('/proc', String(relay.pid), 'fd');
    const sockets = readdirSync(fds)
      .map((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(join(fds, fd)))?.[1])
      .filter((inode) => inode !== undefined);
    const networked = new Set(
      ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((table) =>
        inodesIn(`/proc/${relay.pid}/net/${table}`),
      ),
    );
    expect(sockets.filter((inode) => networked.has(inode))).toEqual([]);
    expect(processesOf(dir)).toEqual([relay.pid]);

    expect(await relay.close()).toEqual({ code: 0, signal: null });
    expect(processesOf(dir)).toEqual([]);
  });

  // [relay.env.1 relay.env.2 relay.env.3 design.d2-stdio.3]
  it('needs nothing but its three variables', async () => {
    const dir = join(tempDir(), 'not', 'there', 'yet', 'relay');
    const { PATH: _, ...three } = relayEnv(dir, 'shadow');
    expect(Object.keys(three)).toHaveLength(3);
    const relay = startRelayProcess(three);
    await shakeHands(relay);
    await relay.call('update_status', { status: 'working', task: 'from three variables' });
    expect(readFileSync(join(dir, 'status', 'shadow.json'), 'utf8')).toContain('three variables');
    expect(await relay.close()).toEqual({ code: 0, signal: null });
  });
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // closed meanwhile
  }
}

function inodesIn(table: string): string[] {
  if (!existsSync(table)) return [];
  const [, ...rows] = readFileSync(table, 'utf8').trim().split('\n');
  return rows.map((row) => row.trim().split(/\s+/)[9] ?? '');
}

/** Every process, a child or not, that was given this relay directory. */
function processesOf(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const env = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return env.includes(`OVLD_RELAY_DIR=${dir}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
