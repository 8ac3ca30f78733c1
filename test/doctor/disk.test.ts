import { expect, it } from 'vitest';
import { disk } from '../../src/doctor/checks/disk.ts';
import type { DoctorParts } from '../../src/doctor/parts.ts';

const MB = 1024 * 1024;

it.each([
  [{ '/own': 9000, '/p': 9000, '/tmp': 9000 }, ['disk_fine']],
  [{ '/own': 9000, '/p': 9000, '/tmp': 100 }, ['disk_fine', 'disk_low']],
  [{ '/own': 3, '/p': 9000, '/tmp': 9000 }, ['disk_full', 'disk_fine']],
  [{ '/own': 0, '/p': 0, '/tmp': 0 }, ['disk_full']],
  [{}, []],
])('%j MB free: %j', async (free: Partial<Record<string, number>>, codes) => {
  const parts = {
    places: { own: '/own', project: '/p', temporary: '/tmp' },
    survey: {
      freeBytes: (path: string) => {
        const mb = free[path];
        return mb === undefined ? undefined : mb * MB;
      },
    },
  } as unknown as DoctorParts;
  expect((await disk.look(parts)).map(({ code }) => code)).toEqual(codes);
});
