import type { Question } from '../agent/agent.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { report } from '../relay/report.ts';
import type { LookoutParts } from './parts.ts';
import type { Part, RoleSight } from './picture.ts';
import { isSame, roleSight, worthALook } from './role-sight.ts';

export interface RoleSights {
  /** Looks at these again: what has changed by it. */
  look(roles: ReadonlySet<Role>): Promise<ReadonlySet<Part>>;
  roles(): readonly RoleSight[];
  unread(): number;
  /** Whether anybody of the army gives a sign of life. */
  alive(): boolean;
}

interface Ears {
  stirred: (role: Role) => void;
  trouble: (error: unknown) => Promise<unknown>;
}

type Parts = Pick<LookoutParts, 'store' | 'clock' | 'formation' | 'scene'>;

/**
 * Every role as it was last looked at, and how much mail the person has. A role's screen is looked at once,
 * when its agent begins to wait or to be silent; `stirred` says when that has told something.
 */
export function createRoleSights(parts: Parts, { stirred, trouble }: Ears): RoleSights {
  const { store, clock, formation, scene } = parts;
  const sights = new Map<Role, RoleSight>();
  const asked = new Map<Role, Question | undefined>();
  let looking: Promise<unknown> = Promise.resolve();
  let unread = 0;

  async function lookAt(role: Role): Promise<boolean> {
    const seating = formation.roles.find((seat) => seat.role === role);
    const [found] = await report({ store, clock, formation }, role);
    if (seating === undefined || found === undefined) return false;
    const before = sights.get(role);
    const { agent } = found.observed;
    if (agent !== before?.agent) askScreen(role, worthALook(agent));
    const sight = roleSight(seating, found, clock.now(), before, asked.get(role));
    sights.set(role, sight);
    return !isSame(before, sight);
  }

  async function lookAtPerson(): Promise<boolean> {
    const before = unread;
    unread = (await store.mail.unread(HUMAN)).count;
    return unread !== before;
  }

  /** One screen after the other: they are all of one multiplexer. */
  function askScreen(role: Role, worthIt: boolean): void {
    asked.delete(role);
    if (!worthIt) return;
    looking = after(looking, async () => {
      const asks = await scene.asks(role);
      const still = worthALook(sights.get(role)?.agent ?? 'idle');
      if (asks === undefined || !still) return;
      asked.set(role, asks);
      stirred(role);
    });
  }

  return {
    async look(roles) {
      const changed = new Set<Part>();
      for (const role of roles) {
        const look = role === HUMAN ? lookAtPerson : lookAt;
        // One role's trouble is not another's.
        const differs = await look(role).catch(trouble);
        if (differs === true) changed.add(role === HUMAN ? 'person' : 'roles');
      }
      return changed;
    },
    roles: () => formation.roles.flatMap(({ role }) => sights.get(role) ?? []),
    unread: () => unread,
    alive: () =>
      [...sights.values()].some(({ relay, agent }) => relay === 'alive' || agent !== 'gone'),
  };
}

async function after(before: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await before;
  // A screen that cannot be seen asks nothing.
  await work().catch(() => undefined);
}
