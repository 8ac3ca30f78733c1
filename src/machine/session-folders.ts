import { dirname } from 'node:path';
import { nodeDisk } from '../kit/disk.ts';
import type { ArmyParts } from '../summon/parts.ts';

/** The registry; an army that leaves it takes the folder along that held only its relay directory. */
export const withSessionFolders = (
  armies: ArmyParts['armies'],
  relayDir: ArmyParts['relayDir'],
): ArmyParts['armies'] => ({
  ...armies,
  async remove(session) {
    await armies.remove(session);
    // A folder with anything else in it stays.
    await nodeDisk.rmdir(dirname(relayDir(session))).catch(() => undefined);
  },
});
