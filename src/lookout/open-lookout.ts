import { rolesOf } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { createBreather } from '../kit/breathe.ts';
import type { Timer } from '../kit/clock.ts';
import { readJournal } from '../relay/read-journal.ts';
import type { Journal, JournalPosition } from '../store/store.ts';
import { createLedger } from './ledger.ts';
import type { Lookout } from './lookout.ts';
import { createActs } from './acts.ts';
import { createPace } from './pace.ts';
import type { LookoutParts } from './parts.ts';
import type { ArmySight, Part, Picture } from './picture.ts';
import { createRoleSights } from './role-sights.ts';
import { isSame } from './role-sight.ts';
import { messageOf } from '../kit/errno.ts';

/** Listeners are called at most twenty times a second; the first time at once. */
const GAP_MS = 50;
/** A watch may miss a change (N1, N2); where none works at all, looking is all there is. */
export const TICK_MS = 30_000;
const DEAF_TICK_MS = 5_000;
/** The board is many documents: while watches work, only every fourth tick looks for a change. */
const BOARD_TICKS = 4;
/** The journal is read in pieces of some milliseconds, so that drawing never waits longer. */
const PIECE_BYTES = 64 * 1024;
/** So many subjects are read before listeners are called; the others follow. */
const NAMED_AT_ONCE = 20;

/**
 * Follows one army on disk: when a watch reports a change, it looks again, and calls the listeners if the
 * picture differs. An event carries no meaning, only the look does; a slow tick looks at everything. When
 * the army is dismissed, `standing` becomes `over` and nothing more happens.
 */
export async function openLookout(parts: LookoutParts): Promise<Lookout> {
  const { store, clock, formation, record, work, scene, log } = parts;
  const roles = rolesOf(formation);
  const addressees = [...roles, HUMAN];
  const board = formation.toolsets.includes('board') ? work?.board : undefined;
  const ledger = createLedger();
  const sights = createRoleSights(parts, { stirred: (role) => stir(role), trouble: complain });
  const listeners = new Set<(parts: ReadonlySet<Part>) => void>();
  const due = { roles: new Set<Role>(), journal: true, board: true };
  let place: JournalPosition | undefined;
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
    // A change during the first read is looked at after it.
    if (loaded) pace.stir();
  }
  function markDue(part: 'journal' | 'board'): void {
    due[part] = true;
    stir();
  }
  const watches = [
    store.journal.watch(() => markDue('journal')),
    store.watchRoles(addressees, (role) => {
      for (const one of role === undefined ? addressees : [role]) due.roles.add(one);
      stir();
    }),
    ...(board && work ? [work.watch(() => markDue('board'))] : []),
  ];

  const isHearing = (): boolean => watches.every((watch) => watch.hearing);

  async function refresh(): Promise<void> {
    if (closed) return;
    if (!(await store.isPresent())) return endLookout();
    const changed = new Set<Part>();
    await readNewRecords();
    const unnamed = await nameLetters(NAMED_AT_ONCE);
    const dirty = new Set(due.roles);
    due.roles.clear();
    for (const part of await sights.look(dirty)) changed.add(part);
    updateStanding();
    if (await lookAtBoard().catch(complain)) changed.add('board');
    for (const part of ledger.changed()) changed.add(part);
    publish(changed);
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

  async function readNewRecords(): Promise<void> {
    if (!due.journal) return;
    due.journal = false;
    const breather = createBreather();
    const take = async (records: Parameters<Parameters<typeof readJournal>[1]>[0]) => {
      for (const one of records) {
        ledger.take(one);
        // A record about a role is a hint that it changed.
        if (loaded && 'to' in one && addressees.includes(one.to)) due.roles.add(one.to);
        await breather.pause();
      }
    };
    const read: Journal['read'] = (from) => store.journal.read(from, PIECE_BYTES);
    place = await readJournal({ read }, take, place);
  }

  /** One after another (N7), the newest first. True where there may be more. */
  async function nameLetters(most: number): Promise<boolean> {
    for (let i = 0; i < most; i += 1) {
      const letter = ledger.nextUnnamed();
      if (letter === undefined) return false;
      ledger.name(
        letter,
        await store.mail.findMessage(letter.to, letter.id).catch(() => undefined),
      );
    }
    return true;
  }

  function publish(changed: ReadonlySet<Part>): void {
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
    for (const changedNow of listeners) changedNow(changed);
  }

  /** While any relay or agent is alive the army stands; otherwise its session is asked for. */
  function updateStanding(askAgain = false): void {
    const now = sights.hasLife();
    if (now === alive && (now || !askAgain)) return;
    alive = now;
    if (now) setStanding('live');
    else {
      void scene.isLive().then(
        (isLive) => alive || setStanding(isLive ? 'live' : 'gone'),
        () => undefined,
      );
    }
  }

  function setStanding(standing: ArmySight['standing']): void {
    if (closed || picture.army.standing === standing) return;
    picture = { ...picture, army: { ...picture.army, standing } };
    publish(new Set<Part>(['army']));
  }

  function endLookout(): void {
    setStanding('over');
    close();
  }

  function close(): void {
    closed = true;
    tickTimer?.cancel();
    for (const watch of watches) watch.close();
  }

  async function assertArmyLives(): Promise<void> {
    if (picture.army.standing !== 'over' && (await scene.isOurs())) return;
    endLookout();
    throw new OvldError('army_over', { session: picture.army.session });
  }

  /** Logs the same error once; the next tick tries again. */
  async function complain(error: unknown): Promise<false> {
    const gone = error instanceof OvldError && error.code === 'store_gone';
    if (gone && !(await store.isPresent())) endLookout();
    const line = `lookout: ${messageOf(error)}`;
    if (!closed && line !== complaint) log(line);
    complaint = line;
    return false;
  }

  async function tick(): Promise<void> {
    if (!(await scene.isOurs())) return endLookout();
    // Re-armed first: changes after that are heard.
    for (const watch of watches) await watch.rearm();
    for (const role of addressees) due.roles.add(role);
    due.journal = true;
    ticks += 1;
    due.board ||= !isHearing() || ticks % BOARD_TICKS === 0;
    updateStanding(true);
    stir();
  }

  function nextTick(): void {
    if (closed) return;
    const ms = isHearing() ? TICK_MS : DEAF_TICK_MS;
    tickTimer = clock.after(ms, () => void tick().catch(complain).finally(nextTick));
  }

  for (const watch of watches) await watch.rearm();
  for (const role of addressees) due.roles.add(role);
  await refresh();
  loaded = true;
  stir();
  nextTick();

  return {
    picture: () => picture,
    watch(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    ...createActs(parts, roles, assertArmyLives),
    async [Symbol.asyncDispose]() {
      close();
      listeners.clear();
      await pace.stop();
    },
  };
}
