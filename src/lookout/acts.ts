import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { ringAgain } from '../relay/ring-again.ts';
import { holdRoles, insistOn, releaseRoles } from '../summon/holds.ts';
import type { Lookout } from './lookout.ts';
import type { LookoutParts } from './parts.ts';

type Acts = Omit<Lookout, 'picture' | 'watch' | typeof Symbol.asyncDispose>;

/** What a person does from a lookout: each the same use case as the command of that name. */
export function lookoutActs(
  { store, person, work, scene, formation }: LookoutParts,
  roles: readonly Role[],
): Acts {
  const { toolsets } = formation;
  return {
    letter: (to, id) => person.letter(to, id),
    inbox: (role) => person.inbox(role),
    send: (to, letter) => person.send(to, letter),
    sendAll: (letter) => person.sendAll(letter),
    take: async (ids) => (await person.take(ids)).length,
    async ring(role) {
      insistOn(roles, role);
      return ringAgain(store.mail, role);
    },
    async hold(role) {
      insistOn(roles, role);
      const [held] = await holdRoles(store, [role]);
      return held?.fresh === true;
    },
    async release(role) {
      insistOn(roles, role);
      return (await releaseRoles(store, roles, role)).length > 0;
    },
    async show(role) {
      insistOn(roles, role);
      await scene.show(role);
    },
    async task(id) {
      if (work === undefined || !toolsets.includes('board'))
        throw new OvldError('unknown_task', { id });
      return work.board.task(id);
    },
    search: async (query) =>
      work === undefined || !toolsets.includes('knowledge') ? [] : work.lore.search(query),
  };
}
