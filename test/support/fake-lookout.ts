import type { Role } from '../../src/army/role.ts';
import { OvldError } from '../../src/errors.ts';
import type { Lookout } from '../../src/lookout/lookout.ts';
import type { Part, Picture, RoleSight } from '../../src/lookout/picture.ts';
import type { Handed } from '../../src/message/message.ts';
import type { Letter } from '../../src/relay/send.ts';
import type { TaskView } from '../../src/work/board.ts';
import type { KnowledgeHit, KnowledgeQuery } from '../../src/work/knowledge-search.ts';
import { AT, somePicture } from './pictures.ts';

export { alikePicture, AT, boardPicture, somePicture } from './pictures.ts';

/** What a dashboard asked for, in order; looking at the picture is no act. */
export type Act =
  | { act: 'letter'; to: Role; id: string }
  | { act: 'inbox' | 'ring' | 'hold' | 'release' | 'show'; role: Role }
  | { act: 'send'; to: Role; letter: Letter }
  | { act: 'sendAll'; letter: Letter }
  | { act: 'take'; ids: readonly string[] }
  | { act: 'task'; id: string }
  | { act: 'search'; query: KnowledgeQuery }
  | { act: 'pause' | 'unpause' | 'close' };

export interface FakeLookout extends Lookout {
  readonly acts: readonly Act[];
  /** How many watch it now. */
  readonly watchers: number;
  /** Sets these of the picture, and tells the watchers of `parts`. */
  change(parts: readonly Part[], patch?: Partial<Picture>): void;
  /** The next act of that kind fails so. */
  fail(act: Act['act'], error: Error): void;
  /** What `letter` and `inbox` give for it; without it they make one up. */
  hand(message: Handed): void;
  /** What `search` finds. */
  readonly knowledge: KnowledgeHit[];
}

/**
 * A lookout without an army: a picture the test changes, and a record of what was asked of it. Acts do as much as
 * a dashboard can see of them: a hold shows in the picture, mail that was taken is no longer unread.
 */
export function fakeLookout(picture: Picture = somePicture()): FakeLookout {
  let now = picture;
  let sent = 0;
  const acts: Act[] = [];
  const watchers = new Set<(parts: ReadonlySet<Part>) => void>();
  const failures = new Map<Act['act'], Error>();
  const mail = new Map<string, Handed>();
  const knowledge: KnowledgeHit[] = [];

  const note = (act: Act): void => {
    acts.push(act);
    const failure = failures.get(act.act);
    failures.delete(act.act);
    if (failure !== undefined) throw failure;
  };
  const change = (parts: readonly Part[], patch: Partial<Picture> = {}): void => {
    now = { ...now, ...patch };
    for (const told of watchers) told(new Set(parts));
  };
  const roleNow = (role: Role): RoleSight => {
    const found = now.roles.find((one) => one.role === role);
    const roles = now.roles.map((one) => one.role);
    if (found === undefined) throw new OvldError('unknown_role', { role, roles });
    return found;
  };
  const see = (role: Role, patch: Partial<RoleSight>): void =>
    change(['roles'], {
      roles: now.roles.map((one) => (one.role === role ? { ...one, ...patch } : one)),
    });
  const messageOf = (role: Role, id: string): Handed | undefined => {
    const known = mail.get(`${role}/${id}`);
    if (known !== undefined) return known;
    const sight = now.letters.find((one) => one.to === role && one.id === id);
    if (sight?.subject === undefined) return undefined;
    const { from, to, subject, priority, storedAt: timestamp } = sight;
    return { id, from, to, subject, priority, timestamp, body: `${subject}\n\n— ${from}` };
  };
  const store = (to: Role, { subject, priority }: Letter): string => {
    sent += 1;
    const id = `sent-${sent}`;
    change(['letters', 'figures'], {
      letters: [
        ...now.letters,
        {
          id,
          from: 'human',
          to,
          subject,
          priority,
          stage: 'stored',
          storedAt: AT,
          rung: undefined,
          fetchedAt: undefined,
          acknowledgedAt: undefined,
          redelivered: 0,
        },
      ],
      figures: { ...now.figures, stored: now.figures.stored + 1, waiting: now.figures.waiting + 1 },
    });
    return id;
  };

  return {
    acts,
    knowledge,
    get watchers() {
      return watchers.size;
    },
    change,
    fail: (act, error) => void failures.set(act, error),
    hand: (message) => void mail.set(`${message.to}/${message.id}`, message),
    picture: () => now,
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    async letter(to, id) {
      note({ act: 'letter', to, id });
      return messageOf(to, id);
    },
    async inbox(role) {
      note({ act: 'inbox', role });
      const unread = now.letters.filter(
        (one) => one.to === role && (one.stage === 'stored' || one.stage === 'rung'),
      );
      return unread.flatMap(({ id }) => messageOf(role, id) ?? []);
    },
    async send(to, letter) {
      note({ act: 'send', to, letter });
      if (to !== 'human') roleNow(to);
      return { id: store(to, letter), delivered: true, wake: 'ringing' };
    },
    async sendAll(letter) {
      note({ act: 'sendAll', letter });
      return now.roles.map(({ role }) => ({
        to: role,
        id: store(role, letter),
        delivered: true,
        wake: 'ringing',
      }));
    },
    async take(ids) {
      note({ act: 'take', ids });
      const mine = now.letters.filter(
        (one) => one.to === 'human' && ids.includes(one.id) && one.fetchedAt === undefined,
      );
      const taken = new Set(mine.map(({ id }) => id));
      change(['letters', 'person'], {
        letters: now.letters.map((one) =>
          one.to === 'human' && taken.has(one.id)
            ? { ...one, stage: 'acknowledged', fetchedAt: AT, acknowledgedAt: AT }
            : one,
        ),
        person: { unread: Math.max(0, now.person.unread - taken.size) },
      });
      return taken.size;
    },
    async ring(role) {
      note({ act: 'ring', role });
      return roleNow(role).unread > 0;
    },
    async hold(role) {
      note({ act: 'hold', role });
      if (roleNow(role).held.some((one) => one.with === undefined)) return false;
      see(role, { held: [...roleNow(role).held, { by: 'person', since: AT }] });
      return true;
    },
    async release(role) {
      note({ act: 'release', role });
      if (roleNow(role).held.length === 0) return false;
      see(role, { held: [] });
      return true;
    },
    async pause() {
      note({ act: 'pause' });
      const isFresh = now.roles.some(({ paused }) => !paused);
      change(['roles'], { roles: now.roles.map((one) => ({ ...one, paused: true })) });
      const turns = now.roles.map(({ role, agent }) => ({
        role,
        turn: agent === 'busy' ? ('interrupted' as const) : ('idle' as const),
      }));
      return { isFresh, turns };
    },
    async unpause() {
      note({ act: 'unpause' });
      if (!now.roles.some(({ paused }) => paused)) return undefined;
      change(['roles'], { roles: now.roles.map((one) => ({ ...one, paused: false })) });
      return [];
    },
    async show(role) {
      note({ act: 'show', role });
      roleNow(role);
    },
    async task(id) {
      note({ act: 'task', id });
      const found: TaskView | undefined = now.board?.tasks.find(({ task }) => task.task_id === id);
      if (found === undefined) throw new OvldError('unknown_task', { id });
      return found;
    },
    async search(query) {
      note({ act: 'search', query });
      return knowledge;
    },
    async [Symbol.asyncDispose]() {
      note({ act: 'close' });
      watchers.clear();
    },
  };
}
