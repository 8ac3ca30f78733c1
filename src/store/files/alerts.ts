import { namesIn } from '../../kit/disk.ts';
import { join } from 'node:path';
import { OvldError } from '../../errors.ts';
import type { Alerts } from '../store.ts';
import { createWhole, type Ground } from './ground.ts';

const KEY = /^[a-z][0-9a-z_-]*(?:\.[0-9a-z_-]+)*$/;

/** `alerts/{key}`: empty; the one process that creates it gives the alert. */
export const alertFiles = (ground: Ground): Alerts => ({
  async claim(key) {
    if (!KEY.test(key) || key.length > 200) throw new OvldError('bug', { message: 'alert key' });
    return createWhole(ground, join(ground.at.alertsDir, key), '', { sync: false });
  },
  async listClaimed(beginning) {
    const names = await namesIn(ground.disk, ground.at.alertsDir);
    return names.flatMap((name) =>
      name.startsWith(beginning) ? [name.slice(beginning.length)] : [],
    );
  },
});
