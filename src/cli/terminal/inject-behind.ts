import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { startingEnv, type Env } from '../../config/env.ts';
import type { Muster } from '../../summon/summon.ts';
import { ownArgv } from './own-process.ts';

/**
 * Gives these roles their rituals in a process of its own: the multiplexer has this terminal, or a person is
 * to answer first.
 */
export function injectBehind(env: Env, record: Muster['record'], roles: Iterable<Role>): void {
  const [node = process.execPath, ...script] = ownArgv();
  const log = openSync(join(record.relayDir, 'inject.log'), 'a', 0o600);
  spawn(node, [...script, 'inject', ...roles, '--session', record.session], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: record.folder,
    // By its relay directory it is known as one of the army's, and ended with it.
    env: { ...startingEnv(env), OVLD_RELAY_DIR: record.relayDir },
  }).unref();
}
