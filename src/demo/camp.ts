import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OvldError } from '../errors.ts';
import { errnoOf } from '../kit/errno.ts';
import { endProcesses, runningProcesses } from '../kit/processes.ts';

/**
 * A home of the demo's own: registry, relay directory, project, and the sockets of its multiplexer. What it
 * starts knows no other, so nothing of the person's can be met; and gone when it is over.
 */
export interface Camp {
  dir: string;
  /** The whole environment of what is started here. */
  env: Readonly<Record<string, string>>;
  project: string;
  /** What each agent writes down: `<role>.jsonl`. */
  records: string;
  script(role: string): string;
  /** Ends whatever still runs here, by pid, and removes it all. */
  strike(): Promise<void>;
}

export const CAMP_VARIABLE = 'OVLD_DEMO_DIR';
/** `z/contract_version_1/ovld-demo` must still fit into a socket's address (Z23). */
const LONGEST_TMP = 55;
const KEPT = /^(?:PATH|LANG|LC_\w+|TERM|TERMINFO\w*|COLORTERM|NO_COLOR|SHELL|USER|LOGNAME|TZ)$/;

export function pitchCamp(
  given: Readonly<Record<string, string | undefined>>,
  language: string,
): Camp {
  const dir = makeDir();
  const at = (name: string): string => join(dir, name);
  try {
    for (const name of ['home', 'project', 'rec', 'script', 't', 'z']) fs.mkdirSync(at(name));
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
      // The log of Zellij, and whatever else a program leaves.
      TMPDIR: at('t'),
      TMUX_TMPDIR: at('t'),
      ZELLIJ_SOCKET_DIR: at('z'),
      [CAMP_VARIABLE]: dir,
    },
    project: at('project'),
    records: at('rec'),
    script: (role) => join(dir, 'script', `${role}.json`),
    async strike() {
      // What is being started while others are ended is found by the second look.
      for (let look = 0; look < 3; look += 1) {
        const left = inhabitants(dir);
        if (left.length === 0) break;
        await endProcesses(left);
      }
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

/**
 * Whoever was started with this camp in its environment. A person's own `tail` of a file here is theirs; only
 * where no environment can be read its words must tell.
 */
const inhabitants = (dir: string): number[] =>
  runningProcesses()
    .filter(({ pid }) => pid !== process.pid)
    .filter(({ argv, env }) => {
      const variables = env();
      if (variables.length > 0) return variables.includes(`${CAMP_VARIABLE}=${dir}`);
      return argv.some((word) => word.includes(`${dir}/`) || word === dir);
    })
    .map(({ pid }) => pid);

function makeDir(): string {
  const parent = Buffer.byteLength(tmpdir()) > LONGEST_TMP ? '/tmp' : tmpdir();
  try {
    return fs.mkdtempSync(join(parent, 'ovld-demo-')); // 0700 by mkdtemp's own promise
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
