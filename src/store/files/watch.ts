import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import { watchDir, type DirWatcher } from '../../kit/watch-dir.ts';
import type { Change, Watch } from '../store.ts';
import type { Ground } from './ground.ts';

/** The role's inbox, and the flags, states and holds of all. Which name changed is only a hint. */
export function watchStore(
  { at, disk, watches }: Ground,
  role: Role,
  changed: (what: Change) => void,
  inbox: readonly DirWatcher[] = [watchDir(disk, at.inbox(role), () => changed('inbox'))],
): Watch {
  const watchers = [
    ...inbox,
    watchDir(disk, at.pendingDir, (name) => {
      changed(name === null || name === role ? 'pending' : 'pending-of-others');
    }),
    watchDir(disk, at.stateDir, (name) => {
      if (name === null || name === role) changed('state');
    }),
    watchDir(disk, at.holdDir, () => changed('hold')),
    // Of any role a person spoke to: the exchange of two may be held for both.
    watchDir(disk, at.personDir, () => changed('hold')),
    // An agent is gone, or its alert was given: the deputy looks.
    watchDir(disk, at.alertsDir, () => changed('pending-of-others')),
  ];
  return together(watches, watchers);
}

/** What there is of each role, all of them by as few watches as it takes. */
export function watchRoles(
  { at, disk, watches }: Ground,
  roles: readonly Role[],
  changed: (role: Role | undefined) => void,
  inboxes: readonly DirWatcher[] = roles.map((role) =>
    watchDir(disk, at.inbox(role), () => changed(role)),
  ),
): Watch {
  const named = (end: string) => (name: string | null) => {
    const role = name?.endsWith(end) === true ? name.slice(0, name.length - end.length) : undefined;
    if (name === null) changed(undefined);
    else if (role !== undefined && roles.includes(role)) changed(role);
  };
  return together(watches, [
    ...inboxes,
    watchDir(disk, at.pendingDir, named('')),
    watchDir(disk, at.stateDir, named('')),
    watchDir(disk, at.statusDir, named('.json')),
    watchDir(disk, at.rungDir, named('.json')),
    watchDir(disk, at.holdDir, () => changed(undefined)),
    // The person has no seat.
    ...roles
      .filter((role) => role !== HUMAN)
      .map((role) => watchDir(disk, at.seats(role), () => changed(role))),
  ]);
}

/** Whatever happens to the journal, or to the relay directory itself. */
export const watchJournal = (
  { at, disk, watches }: Pick<Ground, 'at' | 'disk' | 'watches'>,
  changed: () => void,
): Watch => together(watches, [watchDir(disk, at.root, changed)]);

function together(watches: Set<Watch>, watchers: readonly DirWatcher[]): Watch {
  const watch: Watch = {
    async rearm() {
      for (const watcher of watchers) await watcher.rearm();
    },
    get hearing() {
      return watchers.every(({ hearing }) => hearing);
    },
    close() {
      watches.delete(watch);
      for (const watcher of watchers) watcher.close();
    },
  };
  watches.add(watch);
  return watch;
}
