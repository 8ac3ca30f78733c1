import type { Check } from '../check.ts';
import { finding, type Finding } from '../finding.ts';

const MB = 1024 * 1024;
/** A message takes a few blocks; an agent's transcript can take much more. */
const FULL_MB = 20;
const LOW_MB = 500;

const isForRoom = (reason: string | undefined): boolean =>
  reason === undefined || reason === 'ENOSPC' || reason === 'EDQUOT';

/** A full disk loses nothing that was stored, but nothing more can be stored (N4). */
export const disk: Check = {
  name: 'disk',
  look: async ({ places: { own, project, temporary }, survey }) => {
    const found = [own, project, temporary].flatMap((path): Finding[] => {
      const free = path === undefined ? undefined : survey.freeBytes(path);
      if (path === undefined || free === undefined) return [];
      const data = { path, freeMb: Math.floor(free / MB) };
      // Where nothing can be written for another reason, `places` says so.
      if (data.freeMb < FULL_MB && !isForRoom(survey.unwritable(path))) return [];
      if (data.freeMb < FULL_MB) return [finding('disk_full', 'fault', data)];
      if (data.freeMb < LOW_MB) return [finding('disk_low', 'warning', data)];
      return [finding('disk_fine', 'ok', data)];
    });
    // Most often all three are on one disk.
    const key = ({ code, data }: Finding): string =>
      `${code} ${'freeMb' in data ? data.freeMb : ''}`;
    return found.filter((one, i) => found.findIndex((other) => key(other) === key(one)) === i);
  },
};
