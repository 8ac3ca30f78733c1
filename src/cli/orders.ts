import { realpathSync } from 'node:fs';
import {
  missingDuty,
  muxKinds,
  type Formation,
  type Language,
  type Notify,
} from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { DEFAULT_SESSION, userConfigDir, type Env } from '../config/env.ts';
import { findFormation } from '../config/formations.ts';
import { insideOf } from '../config/inside.ts';
import type { Places } from '../config/places.ts';
import { findRitual } from '../config/rituals.ts';
import { loadSettings, type Flags, type Settings } from '../config/settings.ts';
import { OvldError } from '../errors.ts';
import { armyTexts } from '../i18n/army.ts';
import { ancestorNames } from '../kit/processes.ts';
import { chooseMux } from '../summon/choose-mux.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { resolveFormation } from '../summon/resolve.ts';
import type { SummonOrder } from '../summon/summon.ts';
import { ownFolder } from './folder.ts';

export interface SummonFlags {
  formation?: string;
  mux?: string;
  agent?: string;
  specialists?: number;
  store?: string;
  toolsets?: string[];
  session?: string;
  rituals: boolean;
  detach?: boolean;
  resume?: boolean;
  dashboard?: boolean;
}

export const placesOf = (env: Env): Places => ({
  folder: ownFolder(),
  user: userConfigDir(env),
});

/** argv that runs this very ovld, whatever link it was called by. */
export const ownArgv = (): string[] => [process.execPath, realpathSync(process.argv[1] ?? '')];

/** Flags, variables and files become one order. */
export async function ordersFrom(
  { processes }: ArmyParts,
  env: Env,
  flags: SummonFlags,
  terminal: SummonOrder['terminal'],
): Promise<SummonOrder> {
  const places = placesOf(env);
  const { formation: name, mux: wantedMux, agent: wantedAgent } = flags;
  const { specialists, store, toolsets, dashboard } = flags;
  const wanted: Flags = {
    formation: name,
    mux: wantedMux,
    agent: wantedAgent,
    specialists,
    store,
    toolsets,
    dashboard,
  };
  const settings = await loadSettings(wanted, env, places);
  const formation = await formationFrom(settings, places);
  const inside = insideOf(env, ancestorNames);
  const preferred = muxKinds.find((kind) => kind === formation.mux);
  const mux = await chooseMux(processes, { wanted: settings.mux.value, inside, preferred });
  const language = settings.language.value;
  const { before, enter, between } = settings.pauses;
  const resolved = resolveFormation(formation, {
    mux,
    language,
    agent: settings.agent.value,
    store: settings.store.value,
    toolsets: settings.toolsets.value,
    targeting: settings.targeting.value,
    pauses: { before: before.value, enter: enter.value, between: between.value },
    notify: notifyOf(settings),
    rituals: flags.rituals ? settings.ritualDelivery.value : 'none',
    patience: settings.readyTimeout.value,
    folder: places.folder,
  });
  const rituals = flags.rituals
    ? await ritualsOf(resolved, language, places)
    : new Map<Role, string>();
  return {
    formation: resolved,
    rituals,
    session: flags.session,
    defaultSession: name === undefined || name === 'overlord' ? DEFAULT_SESSION : formation.name,
    ovld: ownArgv(),
    terminal: flags.detach === true ? undefined : terminal,
    inside,
    resume: flags.resume === true,
    dashboard: settings.dashboard.value,
  };
}

function notifyOf({ notify: { bell, desktop, command, on } }: Settings): Notify {
  return {
    bell: bell.value,
    desktop: desktop.value,
    on: on.value,
    ...(command.value && { command: command.value }),
  };
}

async function formationFrom(settings: Settings, places: Places): Promise<Formation> {
  const { specialists, toolsets, language } = settings;
  const texts = armyTexts[language.value];
  const name = settings.formation.value;
  const { formation, counted } = await findFormation(name, places, specialists.value);
  // In a file it is for whichever formation has a count; asked for here, it is for this one.
  if (specialists.from === 'flag' && counted === undefined) {
    throw new OvldError('usage', { message: texts.noCount(name) });
  }
  const missing = toolsets.value?.includes('board') ? missingDuty(formation) : undefined;
  if (missing !== undefined) {
    throw new OvldError('usage', { message: texts.noDuty(missing, name) });
  }
  return formation;
}

export async function ritualsOf(
  formation: Pick<Formation, 'roles'>,
  language: Language,
  places: Places,
): Promise<Map<Role, string>> {
  const rituals = new Map<Role, string>();
  for (const seat of formation.roles) {
    rituals.set(seat.role, (await findRitual(seat, language, places)).text);
  }
  return rituals;
}
