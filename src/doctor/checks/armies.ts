import { rolesOf } from '../../army/formation.ts';
import { overlordFormation } from '../../army/overlord.ts';
import { within } from '../../kit/timeout.ts';
import type { ArmyRecord, Store } from '../../store/store.ts';
import { dismissAlone } from '../../summon/dismiss.ts';
import { livesUnseen } from '../../summon/insist-gone.ts';
import type { ArmyParts } from '../../summon/parts.ts';
import { standingOf, type Standing } from '../../summon/standing.ts';
import type { Check } from '../check.ts';
import type { Finding, Mended } from '../finding.ts';
import type { DoctorParts } from '../parts.ts';

/** The armies on record: which of them stand, and which are gone and were never cleared away. */
export const armies: Check = {
  name: 'armies',
  async look(parts) {
    const { army, relays } = parts;
    const known = await army.armies.list();
    const broken = (await relays.brokenRecords(known)).map((path): Finding => ({
      code: 'record_broken',
      severity: 'fault',
      data: { path },
    }));
    if (known.length === 0) {
      return [...broken, { code: 'armies_none', severity: 'ok', data: {} }];
    }
    // Asked for its sessions while one is starting, Zellij loses that one.
    const calm = await isCalm(parts);
    if (!calm) return [...broken, { code: 'armies_busy', severity: 'note', data: {} }];
    const found = await Promise.all(known.map((record) => lookAt(parts, record)));
    return [...broken, ...found.flat()];
  },
};

/** Whoever looks stays no longer than it has patience: nothing goes on waiting behind its back. */
async function isCalm({ army, machine }: DoctorParts): Promise<boolean> {
  const waiting = new AbortController();
  const calm = army.calm(waiting.signal).then(() => true);
  try {
    return await within(army.clock, machine.patienceMs, calm, false);
  } finally {
    waiting.abort();
  }
}

async function lookAt(parts: DoctorParts, record: ArmyRecord): Promise<Finding[]> {
  const { session, folder, mux, relayDir } = record;
  const seen = await lookFor(parts, record);
  const mend = (): Promise<Mended> => clearAway(parts, record);
  switch (seen) {
    case 'unasked':
      return [{ code: 'army_unasked', severity: 'warning', data: { session, mux } }];
    case 'live':
      return lookAtLive(parts.army, record);
    case 'foreign':
    case 'exited':
    case 'gone':
      break;
  }
  const stands = await standsAllTheSame(parts, record);
  if (stands !== undefined) return [stands];
  if (seen === 'foreign') {
    return [{ code: 'army_foreign', severity: 'warning', data: { session, mux }, mend }];
  }
  const running = (await parts.army.processes.ofArmy(relayDir)).length;
  return [{ code: 'army_dead', severity: 'fault', data: { session, folder, running }, mend }];
}

/** No army is cleared away by the word of a multiplexer alone. */
async function standsAllTheSame(
  { army, relays }: DoctorParts,
  record: ArmyRecord,
): Promise<Finding | undefined> {
  const unseen = await livesUnseen(army, record, relays.touchedAt(record.relayDir));
  if (unseen === undefined) return undefined;
  return { ...unseen, severity: unseen.code === 'army_hidden' ? 'fault' : 'warning' };
}

async function lookAtLive(army: ArmyParts, record: ArmyRecord): Promise<Finding[]> {
  const { session, folder, mux, relayDir } = record;
  const store = await army.openStore(relayDir);
  if (!(await store.present())) {
    return [{ code: 'army_without_relay', severity: 'fault', data: { session, path: relayDir } }];
  }
  const gone = await rolesWithoutAgent(store).catch(() => []);
  return [
    { code: 'army_live', severity: 'ok', data: { session, folder, mux } },
    ...gone.map((role): Finding => ({
      code: 'agent_gone',
      severity: 'warning',
      data: { session, role },
    })),
  ];
}

async function rolesWithoutAgent(store: Store): Promise<string[]> {
  const formation = await store.formation();
  const gone: string[] = [];
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    const seats = await store.seats.list(role);
    // Nobody has sat down yet: that is no death.
    if (seats.length > 0 && !seats.some(({ alive, agentAlive }) => alive || agentAlive)) {
      gone.push(role);
    }
  }
  return gone;
}

/** A multiplexer that does not answer is not asked again: what cannot be told is left alone. */
async function lookFor(
  { army, machine }: DoctorParts,
  record: ArmyRecord,
): Promise<Standing | 'unasked'> {
  const program = await machine.program(record.mux);
  if (program.state === 'missing' || program.state === 'late') return 'unasked';
  const asked = standing(army, record).catch(() => 'unasked' as const);
  return within(army.clock, machine.patienceMs, asked, 'unasked' as const);
}

async function standing(army: ArmyParts, record: ArmyRecord): Promise<Standing> {
  const { mux, formation } = await opened(army, record);
  return standingOf(army, mux, record, formation);
}

async function opened(army: ArmyParts, record: ArmyRecord) {
  const store = await army.openStore(record.relayDir);
  const formation = (await store.formation().catch(() => undefined)) ?? overlordFormation;
  return {
    store,
    formation,
    mux: await army.openMux({ ...record, ...formation, mux: record.mux }),
  };
}

/** As `unsummon` does, after a second look with nobody starting or ending an army. */
async function clearAway(parts: DoctorParts, record: ArmyRecord): Promise<Mended> {
  const { army } = parts;
  return army.alone(async (): Promise<Mended> => {
    const now = (await army.armies.list()).find(({ session }) => session === record.session);
    if (now?.startedAt !== record.startedAt) return { done: false, why: 'changed' };
    const all = await opened(army, now);
    if ((await standingOf(army, all.mux, now, all.formation)) === 'live') {
      return { done: false, why: 'changed' };
    }
    if ((await standsAllTheSame(parts, now)) !== undefined) return { done: false, why: 'changed' };
    const { saved, left } = await dismissAlone(army, { ...all, record: now });
    if (left.length > 0) return { done: false, why: 'failed' };
    const { messages, path } = saved;
    return { done: true, ...(path !== undefined && { saved: { messages, path } }) };
  });
}
