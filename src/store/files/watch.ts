import type { Role } from '../../army/role.ts';
import { watchDir } from '../../kit/watch-dir.ts';
import type { Change, Watch } from '../store.ts';
import type { Ground } from './ground.ts';

/** The role's inbox, and the flags and states of all. Which name changed is only a hint. */
export function watchStore(
  { at, disk }: Ground,
  role: Role,
  changed: (what: Change) => void,
): Watch {
  const watchers = [
    watchDir(disk, at.inbox(role), () => changed('inbox')),
    watchDir(disk, at.pendingDir, (name) => {
      changed(name === null || name === role ? 'pending' : 'pending-of-others');
    }),
    watchDir(disk, at.stateDir, (name) => {
      if (name === null || name === role) changed('state');
    }),
  ];
  return {
    async rearm() {
      for (const watcher of watchers) await watcher.rearm();
    },
    get hearing() {
      return watchers.every(({ hearing }) => hearing);
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
