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
  /** Throws once the army is over: the next of its name is another. */
  insistOnArmy: () => Promise<void>,
): Acts {
  const { toolsets } = formation;
  const toArmy = async <T>(act: () => Promise<T>): Promise<T> => {
    await insistOnArmy();
    return act();
  };
  const toRole = <T>(role: Role, act: () => Promise<T>): Promise<T> =>
    toArmy(async () => {
      insistOn(roles, role);
      return act();
    });
  return {
    letter: (to, id) => person.letter(to, id),
    inbox: (role) => person.inbox(role),
    send: (to, letter) => toArmy(() => person.send(to, letter)),
    sendAll: (letter) => toArmy(() => person.sendAll(letter)),
    take: (ids) => toArmy(async () => (await person.take(ids)).length),
    ring: (role) => toRole(role, () => ringAgain(store.mail, role)),
    hold: (role) =>
      toRole(role, async () => {
        const [held] = await holdRoles(store, [role]);
        return held?.fresh === true;
      }),
    release: (role) =>
      toRole(role, async () => (await releaseRoles(store, roles, role)).length > 0),
    show: (role) => toRole(role, () => scene.show(role)),
    async task(id) {
      if (work === undefined || !toolsets.includes('board'))
        throw new OvldError('unknown_task', { id });
      return work.board.task(id);
    },
    search: async (query) =>
      work === undefined || !toolsets.includes('knowledge') ? [] : work.lore.search(query),
  };
}
