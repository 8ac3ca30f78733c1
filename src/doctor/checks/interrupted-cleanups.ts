import type { Check } from '../check.ts';
import { finding, fixedSaving, notFixed } from '../finding.ts';
import type { DoctorParts, InterruptedCleanup } from '../parts.ts';

/** A relay directory that was moved aside and never saved: its mail is in no history yet (R13). */
export const interruptedCleanups: Check = {
  name: 'leavings',
  look: async (parts) =>
    (await parts.relayDirs.interruptedCleanups()).map((cleanup) => {
      const { path, session } = cleanup;
      const fix = () => finishCleanup(parts, cleanup);
      return finding('cleanup_interrupted', 'fault', { path, session }, fix);
    }),
};

/** Alone: the clean-up may still be running in another process. */
const finishCleanup = ({ army, relayDirs }: DoctorParts, cleanup: InterruptedCleanup) =>
  army.alone(async () => {
    const now = await relayDirs.interruptedCleanups();
    if (!now.some(({ path }) => path === cleanup.path)) return notFixed('changed');
    return fixedSaving(await relayDirs.finishCleanup(cleanup));
  });
