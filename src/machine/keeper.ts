import { identify } from '../kit/process-identity.ts';
import type { StartKeeper } from '../relay/keeper.ts';

/** Blocks until the pipe that its parent holds is closed, which the system does however that one ends. */
const WAIT = 'read -r _; exec "$@" </dev/null';

interface KeeperOrder {
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * A shell that waits and becomes `ovld keep` when its parent dies. It is no Node meanwhile: it takes no
 * time and hardly any memory. In a process group of its own, it outlives a signal to its parent's.
 */
export const startKeeper =
  ({ ovld, env }: KeeperOrder): StartKeeper =>
  async (agent, ended) => {
    // The answer to the agent goes out first.
    await new Promise((resolve) => setImmediate(resolve));
    const { spawn } = process.getBuiltinModule('node:child_process');
    const args = ['-c', WAIT, 'ovld-keeper', ...ovld, 'keep', agent];
    const child = spawn('sh', args, {
      env: { ...env },
      // Not the relay's own: its agent would never see them end.
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.on('error', () => undefined);
    // It was not started. `kill` with pid 0 would end this process, its agent and all of their group.
    if (child.pid === undefined) return undefined;
    child.stdin.on('error', () => undefined);
    const identity = identify(child.pid);
    if (identity === undefined) {
      child.kill('SIGKILL');
      return undefined;
    }
    child.on('exit', ended);
    // The relay does not stay alive for it.
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    return {
      identity,
      release() {
        child.off('exit', ended);
        child.kill('SIGKILL');
      },
    };
  };
