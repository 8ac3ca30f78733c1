import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { ringAgain } from '../relay/ring-again.ts';
import { holdRoles, assertRole, releaseRoles } from '../summon/holds.ts';
import { pauseArmy, unpauseArmy } from '../summon/pause.ts';
import type { Lookout } from './lookout.ts';
import type { LookoutParts } from './parts.ts';

type Acts = Omit<Lookout, 'picture' | 'watch' | typeof Symbol.asyncDispose>;

/** What a person does from a lookout: each act is the use case of the command of that name. */
export function createActs(
  { store, person, work, scene, formation, pausing }: LookoutParts,
  roles: readonly Role[],
  /** Throws once the army is over: the next army of its name is another. */
  assertArmyLives: () => Promise<void>,
): Acts {
  const { toolsets } = formation;
  const toArmy = async <T>(act: () => Promise<T>): Promise<T> => {
    await assertArmyLives();
    return act();
  };
  const toRole = <T>(role: Role, act: () => Promise<T>): Promise<T> =>
    toArmy(async () => {
      assertRole(roles, role);
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
      toRole(role, async () => (await releaseRoles(store, roles, [role])).length > 0),
    pause: () => toArmy(() => pauseArmy(store, roles, (role) => pausing.interrupt(role))),
    unpause: () =>
      toArmy(() => unpauseArmy(store, (to, word) => person.send(to, word), pausing.word)),
    show: (role) => toRole(role, () => scene.show(role)),
    async task(id) {
      if (work === undefined || !toolsets.includes('board'))
        throw new OvldError('unknown_task', { id });
      return work.board.task(id);
    },
    search: async (query) =>
      work === undefined || !toolsets.includes('knowledge') ? [] : work.knowledge.search(query),
  };
}
