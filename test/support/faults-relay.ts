import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { RelayClient } from '../../src/mock-agent/mcp-client.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import { startRelay } from '../../src/relay/relay.ts';
import { openFileStore, type FileStoreOptions } from '../../src/store/files.ts';
import { recordingDoorbell } from './army.ts';
import { settle } from './settle.ts';
import { seatOf } from './backends.ts';
import { readyRelay } from './relay-process.ts';
import type { FakeClock } from './time.ts';
import { waitFor } from './wait-for.ts';

interface FileRelayOptions extends Pick<FileStoreOptions, 'disk' | 'isAlive'> {
  dir: string;
  role: string;
  clock: FakeClock;
  pid?: number;
}

/** A relay in this process, on real files but on a clock of our own, with a doorbell that remembers. */
export async function fileRelay({ dir, role, clock, disk, isAlive, pid = 1 }: FileRelayOptions) {
  const logged: string[] = [];
  const bell = recordingDoorbell();
  const store = openFileStore(dir, {
    clock,
    isAlive: isAlive ?? (() => true),
    ...(disk && { disk }),
  });
  await store.init(overlordFormation);
  const relay = await startRelay({
    store,
    clock,
    log: (line) => logged.push(line),
    formation: overlordFormation,
    role,
    seat: { ...seatOf(pid), readyAt: '2026-11-15T12:00:00.000Z' },
    agentOf: () => mockAgent,
    panes: undefined,
    nativeDoorbells: [bell],
    nudgeText: en.nudge,
  });
  onTestFinished(() => relay.stop().catch(() => undefined));
  // Its first look, and with it its watch.
  await settle();
  return { relay, bell, store, logged };
}

/** A ready relay that has written down that it is: from here on it writes only what it is asked to. */
export async function settledRelay(dir: string, role: string): Promise<RelayClient> {
  const relay = await readyRelay(dir, role);
  const seats = join(dir, 'agents', role);
  await waitFor(
    () =>
      readdirSync(join(dir, 'tmp')).length === 0 &&
      readdirSync(seats).some((name) =>
        readFileSync(join(seats, name), 'utf8').includes('ready_at'),
      ),
    `${role} to be settled`,
  );
  return relay;
}
