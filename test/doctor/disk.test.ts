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
])(
  'free space of %j MB is reported as %j',
  async (free: Partial<Record<string, number>>, codes) => {
    const parts = {
      places: { own: '/own', project: '/p', temporary: '/tmp' },
      survey: {
        unwritable: () => undefined,
        freeBytes: (path: string) => {
          const mb = free[path];
          return mb === undefined ? undefined : mb * MB;
        },
      },
    } as unknown as DoctorParts;
    expect((await disk.look(parts)).map(({ code }) => code)).toEqual(codes);
  },
);

it.each([
  ['EROFS', []],
  ['ENOSPC', ['disk_full']],
  [undefined, ['disk_full']],
])(
  'no room in a directory that cannot be written because of %s is reported as %j',
  async (reason, codes) => {
    const parts = {
      places: { own: undefined, project: '/p', temporary: '/p' },
      survey: { unwritable: () => reason, freeBytes: () => 0 },
    } as unknown as DoctorParts;
    expect((await disk.look(parts)).map(({ code }) => code)).toEqual(codes);
  },
);
