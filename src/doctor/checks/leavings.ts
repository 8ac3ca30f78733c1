import type { Check } from '../check.ts';
import type { Finding, Mended } from '../finding.ts';
import type { DoctorParts, Leaving } from '../parts.ts';

/** A relay directory that was moved aside and never saved: its mail is in nobody's history yet (R13). */
export const leavings: Check = {
  name: 'leavings',
  look: async (parts) =>
    (await parts.relays.leavings()).map((leaving): Finding => {
      const { path, session } = leaving;
      const mend = (): Promise<Mended> => finish(parts, leaving);
      return { code: 'cleanup_interrupted', severity: 'fault', data: { path, session }, mend };
    }),
};

/** Alone: the clean-up may not be cut off at all, but be going on. */
const finish = ({ army, relays }: DoctorParts, leaving: Leaving): Promise<Mended> =>
  army.alone(async (): Promise<Mended> => {
    const still = (await relays.leavings()).some(({ path }) => path === leaving.path);
    if (!still) return { done: false, why: 'changed' };
    const { messages, path } = await relays.save(leaving);
    return { done: true, ...(path !== undefined && { saved: { messages, path } }) };
  });
