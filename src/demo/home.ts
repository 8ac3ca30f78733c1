import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { OvldError } from '../errors.ts';
import { errnoOf } from '../kit/errno.ts';
import { identify, isAlive } from '../kit/process-identity.ts';
import { endProcesses, listProcesses } from '../kit/processes.ts';

/**
 * A home of the demo's own: registry, relay directory, project, and the sockets of its multiplexer. What the
 * demo starts knows no other home, so it cannot meet anything of the person's.
 */
export interface DemoHome {
  dir: string;
  /** The whole environment of what is started here. */
  env: Readonly<Record<string, string>>;
  project: string;
  /** The agents' own records: `<role>.jsonl`. */
  records: string;
  /** Where the script of a role's agent is. */
  script(role: string): string;
  /** Ends the processes that were started here, by pid, and removes the directory. */
  remove(): Promise<void>;
}

export const HOME_VARIABLE = 'OVLD_DEMO_DIR';
/** In a home: the process whose demo it is. */
const OWNER = 'owner.json';
const PREFIX = 'ovld-demo-';
const owner = z.object({ pid: z.int(), start: z.string(), boot: z.string() });
/** `z/contract_version_1/ovld-demo` must still fit into a socket's address (Z23). */
const LONGEST_TMP = 55;
const KEPT = /^(?:PATH|LANG|LC_\w+|TERM|TERMINFO\w*|COLORTERM|NO_COLOR|SHELL|USER|LOGNAME|TZ)$/;
const LOOKS = 3;

export function makeHome(
  given: Readonly<Record<string, string | undefined>>,
  language: string,
): DemoHome {
  const dir = makeDir();
  const at = (name: string): string => join(dir, name);
  try {
    for (const name of ['home', 'project', 'rec', 'script', 't', 'z']) fs.mkdirSync(at(name));
    fs.writeFileSync(at(OWNER), JSON.stringify(identify(process.pid)));
  } catch (error) {
    fs.rmSync(dir, { recursive: true, force: true });
    throw unusable(dir, error);
  }
  const kept = Object.entries(given).flatMap(([name, value]) =>
    KEPT.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  return {
    dir,
    env: {
      ...Object.fromEntries(kept),
      OVLD_LANG: language,
      HOME: at('home'),
      // Zellij's log goes there, too.
      TMPDIR: at('t'),
      TMUX_TMPDIR: at('t'),
      ZELLIJ_SOCKET_DIR: at('z'),
      [HOME_VARIABLE]: dir,
    },
    project: at('project'),
    records: at('rec'),
    script: (role) => join(dir, 'script', `${role}.json`),
    remove: () => remove(dir),
  };
}

async function remove(dir: string): Promise<void> {
  // The second look finds what was being started while the first ended the others.
  for (let look = 0; look < LOOKS; look += 1) {
    const left = processesIn(dir);
    if (left.length === 0) break;
    await endProcesses(left);
  }
  fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Clears away what was left by demos of this user whose process was killed. */
export async function clearLeftovers(): Promise<void> {
  const parent = parentDir();
  for (const name of fs.readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const dir = join(parent, name);
    if (isLeftover(dir)) await remove(dir);
  }
}

/** Only what says itself whose it was. */
function isLeftover(dir: string): boolean {
  try {
    const stat = fs.lstatSync(dir);
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return false;
    return !isAlive(owner.parse(JSON.parse(fs.readFileSync(join(dir, OWNER), 'utf8'))));
  } catch {
    return false;
  }
}

/**
 * The processes with this home in their environment. A person's own `tail` of a file here is not one of them;
 * only where no environment can be read the arguments decide.
 */
const processesIn = (dir: string): number[] =>
  listProcesses()
    .filter(({ pid }) => pid !== process.pid)
    .filter(({ argv, env }) => {
      const variables = env();
      if (variables.length > 0) return variables.includes(`${HOME_VARIABLE}=${dir}`);
      return argv.some((word) => word.includes(`${dir}/`) || word === dir);
    })
    .map(({ pid }) => pid);

const parentDir = (): string => (Buffer.byteLength(tmpdir()) > LONGEST_TMP ? '/tmp' : tmpdir());

function makeDir(): string {
  const parent = parentDir();
  try {
    return fs.mkdtempSync(join(parent, PREFIX)); // 0700 by mkdtemp's own promise
  } catch (error) {
    throw unusable(parent, error);
  }
}

const unusable = (path: string, error: unknown): OvldError =>
  new OvldError(
    'store_unusable',
    { path, reason: errnoOf(error) ?? String(error) },
    { cause: error },
  );
