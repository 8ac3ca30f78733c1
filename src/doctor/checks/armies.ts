import { rolesOf } from '../../army/formation.ts';
import { withTimeout } from '../../kit/timeout.ts';
import { isOverdue } from '../../relay/ring-delay.ts';
import type { ArmyRecord, Store } from '../../store/store.ts';
import { lacksRitual, reportArmy } from '../../summon/army-report.ts';
import { findUnseenArmy } from '../../summon/assert-gone.ts';
import { dismissAlone } from '../../summon/dismiss.ts';
import { openSession } from '../../summon/open-army.ts';
import type { ArmyParts } from '../../summon/parts.ts';
import { decideStanding, readStanding, type Standing } from '../../summon/standing.ts';
import type { Check } from '../check.ts';
import {
  finding,
  fixedSaving,
  notFixed,
  type Finding,
  type FixOutcome,
  type Unasked,
} from '../finding.ts';
import type { DoctorParts } from '../parts.ts';

/** The armies on record: which of them stand, and which are gone and were never cleared away. */
export const armies: Check = {
  name: 'armies',
  async look(parts) {
    const known = await parts.army.armies.list();
    const broken = (await parts.relayDirs.brokenRecords(known)).map((path) =>
      finding('record_broken', 'fault', { path }),
    );
    if (known.length === 0) return [...broken, finding('armies_none', 'ok', {})];
    // Asked for its sessions while one is starting, Zellij loses that one.
    if (!(await isCalm(parts))) return [...broken, finding('armies_busy', 'note', {})];
    const found = await Promise.all(known.map((record) => lookAtArmy(parts, record)));
    return [...broken, ...found.flat()];
  },
};

/** Waits no longer than `sessionMs`; nothing goes on waiting afterwards. */
async function isCalm({ army, machine }: DoctorParts): Promise<boolean> {
  const waiting = new AbortController();
  const calm = army.calm(waiting.signal).then(() => true);
  try {
    return await withTimeout(army.clock, machine.sessionMs, calm, false);
  } finally {
    waiting.abort();
  }
}

async function lookAtArmy(parts: DoctorParts, record: ArmyRecord): Promise<Finding[]> {
  const { session, folder, mux, relayDir } = record;
  const asked = await askStanding(parts, record);
  if ('unasked' in asked) {
    return [finding('army_unasked', 'warning', { session, mux, why: asked.unasked })];
  }
  const { standing, renamed: name } = asked;
  if (standing === 'live') {
    const found = await lookAtLiveArmy(parts, record);
    if (name !== undefined) found.push(finding('army_renamed', 'note', { session, name, mux }));
    return found;
  }
  const unseen = await findUnseen(parts, record);
  if (unseen !== undefined) return [unseen];
  const fix = (): Promise<FixOutcome> => clearAway(parts, record);
  if (standing === 'foreign') return [finding('army_foreign', 'warning', { session, mux }, fix)];
  const running = (await parts.army.processes.ofArmy(relayDir)).length;
  return [finding('army_dead', 'fault', { session, folder, running }, fix)];
}

/** No army is cleared away by the word of a multiplexer alone. */
async function findUnseen(
  { army, relayDirs }: DoctorParts,
  record: ArmyRecord,
): Promise<Finding | undefined> {
  const unseen = await findUnseenArmy(army, record, relayDirs.lastWriteMs(record.relayDir));
  if (unseen === undefined) return undefined;
  return { ...unseen, severity: unseen.code === 'army_hidden' ? 'fault' : 'warning' };
}

async function lookAtLiveArmy(parts: DoctorParts, record: ArmyRecord): Promise<Finding[]> {
  const { army, machine } = parts;
  const { session, folder, mux, relayDir } = record;
  const store = await army.openStore(relayDir);
  if (!(await store.isPresent())) {
    return [finding('army_without_relay', 'fault', { session, path: relayDir })];
  }
  const gone = await rolesWithoutAgent(store).catch(() => []);
  const lacking = rolesWithoutRitual(army, record, store).catch(() => []);
  const unritualled = await withTimeout(army.clock, machine.sessionMs, lacking, []);
  return [
    finding('army_live', 'ok', { session, folder, mux }),
    ...gone.map((role) => finding('agent_gone', 'warning', { session, role })),
    ...unritualled.map((role) => finding('ritual_missing', 'warning', { session, role })),
  ];
}

/** Their screens are looked at only where a ritual is late: a question of an agent's start may keep it. */
async function rolesWithoutRitual(
  army: ArmyParts,
  record: ArmyRecord,
  store: Store,
): Promise<string[]> {
  const formation = await store.readFormation();
  if (formation === undefined) return [];
  const notes = await Promise.all(
    rolesOf(formation).map((role) => store.statuses.readRitual(role)),
  );
  const isLate = notes.some(
    (note) =>
      note && (note.state === 'skipped' || isOverdue({ clock: army.clock, formation }, note)),
  );
  if (!isLate) return [];
  const { roles } = await reportArmy(army, record);
  return roles.filter(lacksRitual).map(({ role }) => role);
}

async function rolesWithoutAgent(store: Store): Promise<string[]> {
  const formation = await store.readFormation();
  const gone: string[] = [];
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    const seats = await store.seats.list(role);
    // Without a seat the agent has not started yet: that is no death.
    if (seats.length > 0 && !seats.some(({ alive, agentAlive }) => alive || agentAlive)) {
      gone.push(role);
    }
  }
  return gone;
}

interface Asked {
  standing: Standing;
  /** The name a person has given its session since. */
  renamed: string | undefined;
}

/** An army whose multiplexer does not answer in time is left alone. */
async function askStanding(
  { army, machine }: DoctorParts,
  record: ArmyRecord,
): Promise<Asked | { unasked: Unasked }> {
  const { state } = await machine.program(record.mux);
  if (state === 'missing' || state === 'late') return { unasked: state };
  const ask = async (): Promise<Asked> => {
    const opened = await openSession(army, record);
    const seen = await opened.mux.sight(record.life);
    return { standing: await decideStanding(army, seen, opened), renamed: seen.renamed };
  };
  // A busy multiplexer may fail once: its own commands have shorter times than this check.
  const asked = ask()
    .catch(ask)
    .catch(() => ({ unasked: 'failed' as const }));
  return withTimeout(army.clock, machine.sessionMs, asked, { unasked: 'late' });
}

/** As `unsummon` does, after a second look, while no other command starts or ends an army. */
const clearAway = (parts: DoctorParts, { session, startedAt }: ArmyRecord): Promise<FixOutcome> =>
  parts.army.alone(async () => {
    const { army } = parts;
    const record = (await army.armies.list()).find((one) => one.session === session);
    if (record?.startedAt !== startedAt) return notFixed('changed');
    const opened = await openSession(army, record);
    if ((await readStanding(army, opened)) === 'live') return notFixed('changed');
    if ((await findUnseen(parts, record)) !== undefined) return notFixed('changed');
    const { saved, left } = await dismissAlone(army, opened);
    return left.length > 0 ? notFixed('failed') : fixedSaving(saved);
  });
