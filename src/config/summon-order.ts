import { parseAgentWish, type AgentWish } from '../army/agent-wish.ts';
import { listChosen } from '../army/chosen.ts';
import { agentKindOf, missingDuty, muxKinds, rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { armyTexts } from '../i18n/army.ts';
import { chooseMux } from '../summon/choose-mux.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { resolveFormation, type Choices, type ResolvedFormation } from '../summon/resolve.ts';
import type { SummonOrder } from '../summon/summon.ts';
import { approvableIn, type Approvable } from './approvals.ts';
import { detectMux } from './detect-mux.ts';
import { DEFAULT_SESSION, type Env } from './env.ts';
import { findFormation, type FoundFormation } from './formations.ts';
import type { Places } from './places.ts';
import { findRituals } from './rituals.ts';
import { loadSettings, valuesOf, type Flags, type Settings } from './settings.ts';

export interface SummonFlags extends Flags {
  session?: string;
  model?: string;
  permissionMode?: string;
  rituals: boolean;
  detach?: boolean;
  resume?: boolean;
}

/** What the calling process knows of itself. */
interface Caller extends Pick<SummonOrder, 'ovld' | 'terminal'> {
  env: Env;
  places: Places;
}

/** Makes one order of flags, variables, configuration, the formation's file and the rituals. */
export async function readSummonOrder(
  { processes }: Pick<ArmyParts, 'processes'>,
  flags: SummonFlags,
  { env, places, ovld, terminal }: Caller,
): Promise<SummonOrder & { approvable: Approvable | undefined }> {
  const { session, detach, resume, model, permissionMode, rituals: wantsRituals } = flags;
  const settings = await loadSettings(settingsIn(flags), env, places);
  const { formation, place } = await chooseFormation(settings, places);
  const inside = detectMux(env);
  const preferred = muxKinds.find((kind) => kind === formation.mux);
  const mux = await chooseMux(processes, { wanted: settings.mux.value, inside, preferred });
  const { language, agent, store, toolsets, targeting, ritual, dashboard } = settings;
  const choices: Choices = {
    mux,
    language: language.value,
    agent: readAgentWish(agent.value, formation),
    store: store.value,
    toolsets: toolsets.value,
    targeting: targeting.value,
    pauses: valuesOf(settings.pauses),
    notify: valuesOf(settings.notify),
    guard: valuesOf(settings.guard),
    ritual_delivery: wantsRituals ? ritual.delivery.value : 'none',
    ready_timeout: settings.ready_timeout.value,
    folder: places.folder,
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && { permission_mode: permissionMode }),
  };
  const approvable =
    place === 'project' ? findApprovable(formation, choices, places.folder) : undefined;
  const resolved = resolveFormation(formation, {
    ...choices,
    ...(approvable !== undefined && { approved: approvable.digest }),
  });
  assertHeard(resolved, { '--model': model, '--permission-mode': permissionMode });
  const isUsual = flags.formation === undefined || flags.formation === 'overlord';
  return {
    formation: resolved,
    rituals: wantsRituals
      ? await findRituals(resolved.roles, language.value, places)
      : new Map<Role, string>(),
    session,
    defaultSession: isUsual ? DEFAULT_SESSION : formation.name,
    ovld,
    terminal: detach === true ? undefined : terminal,
    inside,
    resume: resume === true,
    dashboard: dashboard.value,
    approvable,
  };
}

/**
 * What the file chooses, if any of it will be executed: other programs that a flag or a setting names drop what it says.
 * A flag's own permission mode is the person's word.
 */
function findApprovable(
  formation: Formation,
  choices: Choices,
  folder: string,
): Approvable | undefined {
  const { permission_mode: flag, ...others } = choices;
  const { roles, ...rest } = resolveFormation(formation, others);
  const played = roles.map(({ permission_mode: mode, ...seat }) => ({
    ...seat,
    ...(flag === undefined && mode !== undefined && { permission_mode: mode }),
  }));
  const isExecuted = listChosen({ ...rest, roles: played }).length > 0;
  return isExecuted ? approvableIn(formation, folder) : undefined;
}

/** Which program is to play which role of that formation. */
function readAgentWish(
  text: string | undefined,
  { roles }: Pick<Formation, 'roles'>,
): AgentWish | undefined {
  const wish = text === undefined ? undefined : parseAgentWish(text);
  const names = roles.flatMap(({ role, template }) => [role, template ?? role]);
  for (const role of wish?.seats.keys() ?? []) {
    if (!names.includes(role))
      throw new OvldError('unknown_role', { role, roles: [...new Set(names)] });
  }
  return wish;
}

/**
 * A scripted agent has neither a model nor permissions, and a described one takes them in its own arguments: a flag
 * for them that does nothing is a mistake.
 */
function assertHeard(formation: ResolvedFormation, flags: Record<string, string | undefined>) {
  const isHeard = (role: Role): boolean =>
    !['mock', 'custom'].includes(agentKindOf(formation, role));
  if (rolesOf(formation).some(isHeard)) return;
  const flag = Object.keys(flags).find((name) => flags[name] !== undefined);
  if (flag === undefined) return;
  throw new OvldError('usage', { message: armyTexts[formation.language].onlyScripted(flag) });
}

/** The flags that stand for a setting. */
const settingsIn = (flags: SummonFlags): Flags => {
  const { formation, mux, agent, specialists, store, toolsets, dashboard } = flags;
  return { formation, mux, agent, specialists, store, toolsets, dashboard };
};

async function chooseFormation(settings: Settings, places: Places): Promise<FoundFormation> {
  const { specialists, toolsets, language } = settings;
  const texts = armyTexts[language.value];
  const name = settings.formation.value;
  const found = await findFormation(name, places, specialists.value);
  const { formation, counted } = found;
  // In a file the count is for any formation that has one; as a flag it is for this formation.
  if (specialists.from === 'flag' && counted === undefined) {
    throw new OvldError('usage', { message: texts.noCount(name) });
  }
  const missing = toolsets.value?.includes('board') ? missingDuty(formation) : undefined;
  if (missing !== undefined) {
    throw new OvldError('usage', { message: texts.noDuty(missing, name) });
  }
  return found;
}
