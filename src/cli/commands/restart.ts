import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import { resumeWork } from '../../compose/resume-work.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import type { ArmyTexts, Language } from '../../i18n/texts.ts';
import { openArmy } from '../../summon/open-army.ts';
import { planRestart, restart, type Restarted } from '../../summon/restart.ts';
import { printed } from '../dry-run.ts';
import { EXIT } from '../failure.ts';
import { ownArgv, placesOf, ritualsOf } from '../orders.ts';
import { progressLines } from '../progress.ts';

interface Flags {
  session?: string;
  resume?: boolean;
  json?: boolean;
  dryRun?: boolean;
}

/** Puts a fresh agent into the seat of each named role, one after the other, with its ritual. */
export async function restartCommand(
  env: Env,
  language: Language,
  named: readonly string[],
  { session: wanted, resume = false, json = false, dryRun = false }: Flags,
): Promise<number> {
  const parts = await composeArmy(env);
  const places = placesOf(env);
  const army = await openArmy(parts, { session: wanted, folder: places.folder });
  const { mux, store, formation, record } = army;
  const { session } = record;
  if (army.standing !== 'live') throw new OvldError('army_not_live', { session });
  const roles = rolesOf(formation);
  const chosen = [...new Set(named)];
  for (const role of chosen) {
    if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });
  }
  // Read before anything is touched: a missing one is known while nobody has been ended.
  const seats = formation.roles.filter(({ role }) => chosen.includes(role));
  const rituals =
    formation.ritual_delivery === 'none'
      ? new Map<string, string>()
      : await ritualsOf({ roles: seats }, formation.language, { ...places, folder: record.folder });

  const texts = armyTexts[language];
  const { wake } = textsFor(language);
  const orderFor = (role: string) => ({ role, ovld: ownArgv(), rituals, resume });
  if (dryRun) {
    const plans = [];
    for (const role of chosen) plans.push(await planRestart(parts, army, orderFor(role)));
    const files = plans.flatMap(({ outfit }) => outfit.files);
    const would = {
      session,
      files: files.map(({ role, kind, text }) => ({ path: store.outfitPath(role, kind), text })),
      commands: plans.flatMap(({ seat }) => mux.reseatCommands(seat)),
      heading: texts.dryFiles,
    };
    process.stdout.write(printed(would, texts, json));
    return EXIT.done;
  }

  // Run in one of the army's own panes, this process may be hung up on: it has work to do.
  process.on('SIGHUP', () => undefined);
  const show = progressLines(env, process.stdout, chosen, { steps: texts.steps, wake });
  const done = [];
  for (const role of chosen) {
    const { typed, ...restarted } = await restart(parts, army, orderFor(role));
    if (!json) process.stdout.write(lines(restarted, texts).join(''));
    // It sits already: what is wrong with the papers must not keep its ritual from it.
    await resumeWork(store, formation, role).catch((error: unknown) => {
      process.stderr.write(`${explain(error, language).what}\n`);
    });
    const outcomes = await injectRituals({
      store,
      mux,
      formation,
      roles: [role],
      rituals: new Map(typed === undefined ? [] : [[role, typed]]),
      tell: json ? () => undefined : show,
      signal: new AbortController().signal,
    });
    done.push({ ...restarted, welcome: outcomes.get(role) ?? 'not_ready' });
  }
  if (json) process.stdout.write(`${JSON.stringify({ session, restarted: done })}\n`);
  const welcome = done.every((one) => one.welcome === 'given' || one.welcome === 'ready');
  return welcome ? EXIT.done : EXIT.failed;
}

type Told = Omit<Restarted, 'typed'>;

function lines(
  { role, ended, busy, pane, conversation, unread }: Told,
  texts: ArmyTexts,
): string[] {
  return [
    ...unread.map((program) => texts.versionUnread(program)),
    ...(ended.length === 0 ? [] : [texts.endedAgent(role, ended, busy)]),
    texts.reseated(role, pane, conversation),
  ].map((line) => `${line}\n`);
}
