import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { OvldError } from '../../errors.ts';
import { exec } from '../../kit/exec.ts';
import { identify } from '../../kit/process-identity.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What fits into `sockaddr_un`, less the byte that ends it (Z23). */
export const SOCKET_BYTES = process.platform === 'darwin' ? 103 : 107;
/** Zellij puts its sockets into a directory of their protocol's version (before 0.44: its own). */
const PROTOCOL = 'contract_version_1';

/** Where this environment's Zellij keeps its sockets. */
export function socketDirOf(env: Env): string {
  if (env['ZELLIJ_SOCKET_DIR']) return env['ZELLIJ_SOCKET_DIR'];
  const runtime = env['XDG_RUNTIME_DIR'];
  if (process.platform === 'linux' && runtime && isAbsolute(runtime)) {
    return join(runtime, 'zellij');
  }
  return join(env['TMPDIR'] || tmpdir(), `zellij-${process.getuid?.()}`);
}

export const socketPath = (socketDir: string, session: string): string =>
  join(socketDir, PROTOCOL, session);

export function checkSocketPath(socketDir: string, session: string): void {
  const path = socketPath(socketDir, session);
  const bytes = Buffer.byteLength(path);
  if (bytes > SOCKET_BYTES) {
    throw new OvldError('session_too_long', { path, bytes, limit: SOCKET_BYTES });
  }
}

interface Socket {
  session: string;
  ageMs: number;
}

/** The sockets there now; undefined where there is no such directory. */
export function socketsIn(socketDir: string): Socket[] | undefined {
  try {
    return fs.readdirSync(socketDir).flatMap((protocol) => socketsOf(join(socketDir, protocol)));
  } catch {
    return undefined;
  }
}

function socketsOf(dir: string): Socket[] {
  try {
    return fs.readdirSync(dir).flatMap((session) => {
      const stat = fs.statSync(join(dir, session), { throwIfNoEntry: false });
      return stat?.isSocket() ? [{ session, ageMs: Date.now() - stat.mtimeMs }] : [];
    });
  } catch {
    return [];
  }
}

/**
 * Sockets that may be the session's, whose own socket is not there: it was renamed, and so was its socket, while its
 * server is still known by the name it was started with. Every other socket has a server of its own name.
 */
export function socketsRenamed(socketDir: string, session: string): string[] {
  const started = sessionsStarted(socketDir);
  if (!started.includes(session)) return [];
  const sockets = (socketsIn(socketDir) ?? []).map((socket) => socket.session);
  return sockets.filter((name) => !started.includes(name));
}

/** The names the living servers were started with; a name is there twice where its first session was renamed. */
export const sessionsStarted = (socketDir: string): string[] =>
  process.platform !== 'linux'
    ? []
    : [...processesOfProc(fs.readdirSync('/proc'))]
        .filter(({ path }) => path.startsWith(`${socketDir}/`))
        .map(({ path }) => basename(path));

interface Server {
  socketDir: string;
  session: string;
  env: Env;
  /** The life it probably has: one process to look at instead of all. */
  expected?: string | undefined;
}

/** The life of the server behind a session's socket: who listens there now, since when. */
export async function serverLife(server: Server): Promise<string | undefined> {
  const { env, expected } = server;
  if (process.platform !== 'linux') return lifeAmong(await processesOfPs(env), server);
  const known = expected === undefined ? [] : processesOfProc([expected.split('/')[0] ?? '']);
  return lifeAmong(known, server) ?? lifeAmong(processesOfProc(fs.readdirSync('/proc')), server);
}

function lifeAmong(
  found: Iterable<ServerProcess>,
  { socketDir, session }: Server,
): string | undefined {
  for (const { pid, path } of found) {
    if (!path.startsWith(`${socketDir}/`) || basename(path) !== session) continue;
    const identity = identify(pid);
    if (identity) return `${pid}/${identity.start}/${identity.boot}`;
  }
  return undefined;
}

interface ServerProcess {
  pid: number;
  /** Of its socket. */
  path: string;
}

function* processesOfProc(names: readonly string[]): Generator<ServerProcess> {
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    let words: string[];
    try {
      words = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
    } catch {
      continue;
    }
    const path = words[words.indexOf('--server') + 1];
    if (words.includes('--server') && path) yield { pid: Number(name), path };
  }
}

async function processesOfPs(env: Env): Promise<ServerProcess[]> {
  // Without `ww` a line ends where a terminal would.
  const ps = { program: 'ps', args: ['-axww', '-o', 'pid=,args='], env };
  const { stdout } = await exec(ps, { timeoutMs: 3000 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, path] = /^\s*(\d+) .* --server (.+)$/.exec(line) ?? [];
    return pid && path ? [{ pid: Number(pid), path: path.trim() }] : [];
  });
}
