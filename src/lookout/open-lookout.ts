import { rolesOf } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { createBreather } from '../kit/breathe.ts';
import type { Timer } from '../kit/clock.ts';
import { readJournal } from '../relay/read-journal.ts';
import { createLedger } from './ledger.ts';
import type { Lookout } from './lookout.ts';
import { lookoutActs } from './acts.ts';
import { createPace } from './pace.ts';
import type { LookoutParts } from './parts.ts';
import type { ArmySight, Part, Picture } from './picture.ts';
import { createRoleSights } from './role-sights.ts';
import { isSame } from './role-sight.ts';

/** At most twenty changes a second are told; the first of them at once. */
const GAP_MS = 50;
/** A change may go unheard (N1, N2); where none can be heard at all, looking is all there is. */
export const TICK_MS = 30_000;
const DEAF_TICK_MS = 5_000;
/** The board is many documents: of those that are heard, only every fourth tick looks for a change. */
const BOARD_TICKS = 4;
/** A piece of the journal takes some milliseconds; nobody who draws the picture waits longer. */
const PIECE_BYTES = 64 * 1024;
/** So many subjects are read before a change is told; the others follow it. */
const NAMED_AT_ONCE = 20;

/**
 * Follows one army on disk: told by watches that something changed, it looks at that again, and tells
 * whoever watches if it is not as before. An event carries no meaning, only the look does; a slow tick
 * looks at everything. When the army is dismissed it says so, and does nothing more.
 */
export async function openLookout(parts: LookoutParts): Promise<Lookout> {
  const { store, clock, formation, record, work, scene, log } = parts;
  const roles = rolesOf(formation);
  const everybody = [...roles, HUMAN];
  const board = formation.toolsets.includes('board') ? work?.board : undefined;
  const ledger = createLedger();
  const sights = createRoleSights(parts, { stirred: (role) => stir(role), trouble: complain });
  const told = new Set<(parts: ReadonlySet<Part>) => void>();
  const due = { roles: new Set<Role>(), journal: true, board: true };
  let place = 0;
  let loaded = false;
  let alive: boolean | undefined;
  let tickTimer: Timer | undefined;
  let closed = false;
  let complaint = '';
  let ticks = 0;

  const { session, folder, mux, startedAt } = record;
  const army: ArmySight = {
    session,
    formation: record.formation,
    folder,
    mux,
    startedAt,
    standing: 'live',
    knowledge: work !== undefined && formation.toolsets.includes('knowledge'),
  };
  let picture: Picture = {
    army,
    roles: [],
    person: { unread: 0 },
    letters: [],
    board: undefined,
    figures: ledger.figures(),
    alerts: [],
  };

  const pace = createPace(clock, GAP_MS, async () => void (await refresh().catch(complain)));
  function stir(role?: Role): void {
    if (role !== undefined) due.roles.add(role);
    // Whatever comes while all of it is read for the first time is looked at after that.
    if (loaded) pace.stir();
  }
  const watches = [
    store.journal.watch(() => {
      due.journal = true;
      stir();
    }),
    store.watchRoles(everybody, (role) => {
      for (const one of role === undefined ? everybody : [role]) due.roles.add(one);
      stir();
    }),
    ...(board === undefined || work === undefined
      ? []
      : [
          work.watch(() => {
            due.board = true;
            stir();
          }),
        ]),
  ];

  const hearing = (): boolean => watches.every((watch) => watch.hearing);

  async function refresh(): Promise<void> {
    if (closed) return;
    if (!(await store.present())) return over();
    const changed = new Set<Part>();
    await readOn();
    const unnamed = await nameLetters(NAMED_AT_ONCE);
    const dirty = new Set(due.roles);
    due.roles.clear();
    for (const part of await sights.look(dirty)) changed.add(part);
    reconsider();
    if (await lookAtBoard().catch(complain)) changed.add('board');
    for (const part of ledger.changed()) changed.add(part);
    tell(changed);
    if (unnamed) stir();
  }

  async function lookAtBoard(): Promise<boolean> {
    if (!due.board || board === undefined) return false;
    due.board = false;
    const seen = await board.list();
    if (isSame(picture.board, seen)) return false;
    picture = { ...picture, board: seen };
    return true;
  }

  async function readOn(): Promise<void> {
    if (!due.journal) return;
    due.journal = false;
    const breather = createBreather();
    const take = async (records: Parameters<Parameters<typeof readJournal>[1]>[0]) => {
      for (const one of records) {
        ledger.take(one);
        // Whatever was written of a role is a hint that it changed.
        if (loaded && 'to' in one && everybody.includes(one.to)) due.roles.add(one.to);
        await breather.pause();
      }
    };
    const read = (from?: number) => store.journal.read(from, PIECE_BYTES);
    place = await readJournal({ ...store.journal, read }, take, place);
  }

  /** One after another (N7), the newest first. True where there may be more. */
  async function nameLetters(most: number): Promise<boolean> {
    for (let i = 0; i < most; i += 1) {
      const letter = ledger.nextUnnamed();
      if (letter === undefined) return false;
      ledger.name(letter, await store.mail.read(letter.to, letter.id).catch(() => undefined));
    }
    return true;
  }

  function tell(changed: ReadonlySet<Part>): void {
    if (changed.size === 0) return;
    const drawn: { [P in Part]?: () => Picture[P] } = {
      roles: () => sights.roles(),
      person: () => ({ unread: sights.unread() }),
      letters: () => ledger.letters(),
      figures: () => ledger.figures(),
      alerts: () => ledger.alerts(),
    };
    const fresh = [...changed].map((part) => [part, drawn[part]?.() ?? picture[part]]);
    picture = { ...picture, ...Object.fromEntries(fresh) };
    for (const changedNow of told) changedNow(changed);
  }

  /** While anybody gives a sign of life the army stands; only else its session is asked for. */
  function reconsider(askAgain = false): void {
    const now = sights.alive();
    if (now === alive && (now || !askAgain)) return;
    alive = now;
    if (now) stand('live');
    else {
      void scene.stands().then(
        (stands) => alive || stand(stands ? 'live' : 'gone'),
        () => undefined,
      );
    }
  }

  function stand(standing: ArmySight['standing']): void {
    if (closed || picture.army.standing === standing) return;
    picture = { ...picture, army: { ...picture.army, standing } };
    tell(new Set<Part>(['army']));
  }

  function over(): void {
    stand('over');
    close();
  }

  function close(): void {
    closed = true;
    tickTimer?.cancel();
    for (const watch of watches) watch.close();
  }

  async function insistOnArmy(): Promise<void> {
    if (picture.army.standing !== 'over' && (await scene.isOurs())) return;
    over();
    throw new OvldError('army_over', { session: picture.army.session });
  }

  /** The same trouble is told once; what caused it is looked at again on the tick. */
  async function complain(error: unknown): Promise<false> {
    const gone = error instanceof OvldError && error.code === 'store_gone';
    if (gone && !(await store.present())) over();
    const line = `lookout: ${error instanceof Error ? error.message : String(error)}`;
    if (!closed && line !== complaint) log(line);
    complaint = line;
    return false;
  }

  async function tick(): Promise<void> {
    if (!(await scene.isOurs())) return over();
    // Re-armed first: what changes after that is heard of.
    for (const watch of watches) await watch.rearm();
    for (const role of everybody) due.roles.add(role);
    due.journal = true;
    ticks += 1;
    due.board ||= !hearing() || ticks % BOARD_TICKS === 0;
    reconsider(true);
    stir();
  }

  function nextTick(): void {
    if (closed) return;
    const ms = hearing() ? TICK_MS : DEAF_TICK_MS;
    tickTimer = clock.after(ms, () => void tick().catch(complain).finally(nextTick));
  }

  for (const watch of watches) await watch.rearm();
  for (const role of everybody) due.roles.add(role);
  await refresh();
  loaded = true;
  stir();
  nextTick();

  return {
    picture: () => picture,
    watch(changed) {
      told.add(changed);
      return () => void told.delete(changed);
    },
    ...lookoutActs(parts, roles, insistOnArmy),
    async [Symbol.asyncDispose]() {
      close();
      told.clear();
      await pace.stop();
    },
  };
}
