import { isPair } from '../../army/pair.ts';
import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { findArmy } from '../../summon/find-army.ts';
import { heldData, holdRoles, insistOn, openRoles, releaseRoles } from '../../summon/holds.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

export interface HoldFlags {
  session?: string;
  json?: boolean;
}

const ALL = 'all';

/** Nobody rings for the role, or for anybody, until it is released. */
export async function holdCommand(
  env: Env,
  language: Language,
  which: string,
  { session, json }: HoldFlags,
): Promise<number> {
  const { texts, army, store, roles, role } = await choose(env, language, which, session);
  const held = await holdRoles(store, role === undefined ? roles : [role]);
  const lines = held.map(({ role: one, fresh }) =>
    fresh ? texts.holding(one) : texts.alreadyHeld(one),
  );
  const data = { session: army, held: held.map((one) => one.role) };
  process.stdout.write(`${json === true ? JSON.stringify(data) : lines.join('\n')}\n`);
  return EXIT.done;
}

/** Rings again, at once for what has waited. */
export async function releaseCommand(
  env: Env,
  language: Language,
  which: string | undefined,
  { session, json }: HoldFlags,
): Promise<number> {
  const { texts, army, store, roles, role } = await choose(env, language, which ?? ALL, session);
  const released = await releaseRoles(store, roles, role);
  const lines = released.map((held) =>
    isPair(held) ? texts.released(held[0], held[1]) : texts.released(held, undefined),
  );
  const data = { session: army, released: released.map(heldData) };
  const told = lines.join('\n') || texts.nothingHeld;
  process.stdout.write(`${json === true ? JSON.stringify(data) : told}\n`);
  return EXIT.done;
}

async function choose(env: Env, language: Language, which: string, session: string | undefined) {
  const parts = await composeArmy(env);
  const texts = armyTexts[language];
  const record = await whichArmy({ session, folder: ownFolder() }, texts, (one) =>
    findArmy(parts.armies, one),
  );
  const { store, roles } = await openRoles(parts, record);
  // A formation may have a role of that name; then it is meant.
  const role = which === ALL && !roles.includes(ALL) ? undefined : which;
  if (role !== undefined) insistOn(roles, role);
  return { texts, army: record.session, store, roles, role };
}
