import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { systemClock } from '../../kit/clock.ts';
import { openArmy } from '../../summon/open-army.ts';
import { noteLife } from '../../summon/summon.ts';
import { EXIT } from '../failure.ts';
import { placesOf, ritualsOf } from '../orders.ts';
import { progressLines } from '../progress.ts';

interface Flags {
  session?: string;
  /** Started beside a multiplexer that is only just starting itself. */
  await?: boolean;
  /** Only note which session is ours: nothing is to be typed. */
  none?: boolean;
}

const STARTING_MS = 10_000;
const LOOK_MS = 100;

/** Gives the roles their rituals, those that are named or all. */
export async function injectCommand(
  env: Env,
  language: Language,
  named: readonly string[],
  flags: Flags,
): Promise<number> {
  const parts = await composeArmy(env);
  const places = placesOf(env);
  const { session } = flags;
  const army = await openArmy(parts, { session, folder: places.folder });
  const { mux, store, formation, record } = army;
  if (flags.await === true) {
    const until = systemClock.monotonic() + STARTING_MS;
    // Not by its state: asked for it while it starts, Zellij ends (Z27).
    while ((await mux.life()) === undefined) {
      if (systemClock.monotonic() > until) throw notLive(record.session);
      await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
    }
    await noteLife(parts, army);
    if (flags.none === true) return EXIT.done;
  } else if (army.standing !== 'live') {
    throw notLive(record.session);
  }
  const roles = rolesOf(formation);
  for (const role of named) {
    if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });
  }
  const rituals = await ritualsOf(formation, formation.language, {
    ...places,
    folder: record.folder,
  });
  const { army: texts, wake } = textsFor(language);
  const outcomes = await injectRituals({
    store,
    mux,
    formation,
    roles: named.length === 0 ? roles : named,
    rituals,
    tell: progressLines(process.stdout, roles, { steps: texts.steps, wake }),
    signal: new AbortController().signal,
  });
  return [...outcomes.values()].every((one) => one === 'given') ? EXIT.done : EXIT.failed;
}

const notLive = (session: string): OvldError => new OvldError('army_not_live', { session });
