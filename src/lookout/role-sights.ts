import type { Question } from '../agent/agent.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { readReports } from '../relay/report.ts';
import type { AgentState } from '../message/status.ts';
import type { LookoutParts } from './parts.ts';
import type { Part, RoleSight } from './picture.ts';
import { isSame, roleSight, needsScreen } from './role-sight.ts';

interface Ears {
  stirred: (role: Role) => void;
  trouble: (error: unknown) => Promise<unknown>;
}

type Parts = Pick<LookoutParts, 'store' | 'clock' | 'formation' | 'scene'>;

/**
 * Every role as it was last looked at, and how much mail the person has. A role's screen is looked at
 * when its agent begins to wait or to be silent; `stirred` is called when it asks another question than before.
 */
export function createRoleSights(parts: Parts, { stirred, trouble }: Ears) {
  const { store, clock, formation, scene } = parts;
  const sights = new Map<Role, RoleSight>();
  const observed = new Map<Role, AgentState>();
  /** What each screen asked when it was last read. */
  const asked = new Map<Role, Question | undefined>();
  let looking: Promise<unknown> = Promise.resolve();
  let unread = 0;

  async function lookAt(role: Role): Promise<boolean> {
    const seating = formation.roles.find((seat) => seat.role === role);
    const [found] = await readReports({ store, clock, formation }, role);
    if (seating === undefined || found === undefined) return false;
    const before = sights.get(role);
    const { agent, relay } = found.observed;
    const isChanged = agent !== observed.get(role);
    observed.set(role, agent);
    if (isChanged) asked.delete(role);
    // Only the screen tells that a question of its start was answered with No, or is asked again.
    const isOpen = relay === 'gone' && (agent === 'waiting' || asked.get(role) !== undefined);
    if (isOpen || (isChanged && needsScreen(agent))) askScreen(role);
    const screen = asked.has(role) ? { asks: asked.get(role) } : undefined;
    const sight = roleSight(seating, found, clock.now(), before, screen);
    sights.set(role, sight);
    return !isSame(before, sight);
  }

  async function lookAtPerson(): Promise<boolean> {
    const before = unread;
    unread = (await store.mail.countUnread(HUMAN)).count;
    return unread !== before;
  }

  /** One screen after the other: they are all of one multiplexer. */
  function askScreen(role: Role): void {
    looking = after(looking, async () => {
      const asks = await scene.readQuestion(role);
      const still = needsScreen(observed.get(role) ?? 'idle');
      if (!still) return;
      // A first look at one that is said to wait, and asks nothing, is news too.
      const isNews =
        asks !== asked.get(role) || (observed.get(role) === 'waiting' && !asked.has(role));
      asked.set(role, asks);
      if (isNews) stirred(role);
    });
  }

  return {
    /** Looks at these roles again; returns the parts that changed. */
    async look(roles: ReadonlySet<Role>): Promise<ReadonlySet<Part>> {
      const changed = new Set<Part>();
      for (const role of roles) {
        const look = role === HUMAN ? lookAtPerson : lookAt;
        // An error about one role must not hide the others.
        const differs = await look(role).catch(trouble);
        if (differs === true) changed.add(role === HUMAN ? 'person' : 'roles');
      }
      return changed;
    },
    roles: (): readonly RoleSight[] =>
      formation.roles.flatMap(({ role }) => sights.get(role) ?? []),
    unread: () => unread,
    /** Whether any relay or agent of the army is alive. */
    hasLife: (): boolean =>
      [...sights.values()].some(({ relay, agent }) => relay === 'alive' || agent !== 'gone'),
  };
}

async function after(before: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await before;
  // A screen that cannot be seen asks nothing.
  await work().catch(() => undefined);
}
