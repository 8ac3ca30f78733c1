import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { shakeHands, spawnRelay, type RelayClient } from '../../src/mock-agent/mcp-client.ts';

export const OVLD = fileURLToPath(new URL('../../dist/ovld.js', import.meta.url));

/** Only what a relay needs: no HOME, no agent's variables, nothing of the person running the tests. */
export const relayEnv = (dir: string, role: string): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  OVLD_ROLE: role,
  OVLD_RELAY_DIR: dir,
  OVLD_SESSION: 'overlord',
});

/** A real `ovld relay` on stdio. It is ended with the test, by its pid, if it is still there. */
export function startRelayProcess(env: Record<string, string>): RelayClient {
  if (!existsSync(OVLD)) throw new Error('dist/ovld.js is missing: npm run build');
  const relay = spawnRelay({ command: process.execPath, args: [OVLD, 'relay'], env });
  onTestFinished(async () => void (await relay.kill('SIGKILL')));
  return relay;
}

export async function readyRelay(dir: string, role: string): Promise<RelayClient> {
  const relay = startRelayProcess(relayEnv(dir, role));
  await shakeHands(relay);
  return relay;
}

/** Whether a relay of that role has answered tools/list: a prompt before that runs without its tools. */
export function isRelayReady(relayDir: string, role: string): boolean {
  const seats = join(relayDir, 'agents', role);
  return (existsSync(seats) ? readdirSync(seats) : []).some((name) =>
    readFileSync(join(seats, name), 'utf8').includes('ready_at'),
  );
}
