import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { ArmyTexts, Language } from '../../i18n/texts.ts';
import { dismiss, type Dismissal } from '../../summon/dismiss.ts';
import { findArmy } from '../../summon/find-army.ts';
import { openRecord, type OpenArmy } from '../../summon/open-army.ts';
import type { ArmyParts } from '../../summon/parts.ts';
import { EXIT, failure } from '../failure.ts';
import { placesOf } from '../orders.ts';
import { ask, ownTerminal } from '../terminal.ts';
import { whichArmy } from '../which-army.ts';

interface Flags {
  session?: string;
  all?: boolean;
  force?: boolean;
  json?: boolean;
}

/** Ends armies and clears them away; their mail goes to the history. */
export async function unsummonCommand(env: Env, language: Language, flags: Flags): Promise<number> {
  const parts = await composeArmy(env);
  const texts = armyTexts[language];
  const chosen = await choose(parts, env, texts, flags);
  const failed: unknown[] = [];
  // Run inside one of the army's own panes, this process is hung up on with them: it has work to do.
  process.on('SIGHUP', () => undefined);
  const done: (Dismissal & { session: string })[] = [];
  for (const record of chosen) {
    const { session, folder } = record;
    if (flags.force !== true) await confirm(session, texts.confirm(session, folder));
    try {
      const dismissal = await dismiss(parts, await openRecord(parts, record));
      done.push({ session, ...dismissal });
      if (flags.json !== true) tell(session, dismissal, texts);
      if (dismissal.left.length > 0) {
        throw new OvldError('not_ended', { session, pids: dismissal.left });
      }
    } catch (error) {
      // One that cannot be ended does not save the others.
      failed.push(error);
    }
  }
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ dismissed: done })}\n`);
  const last = failed.pop();
  for (const error of failed) {
    process.stderr.write(`${failure(error, language, flags.json === true).text}\n`);
  }
  if (last !== undefined) throw last;
  return EXIT.done;
}

async function choose(
  parts: ArmyParts,
  env: Env,
  texts: ArmyTexts,
  { session, all }: Flags,
): Promise<ArmyRecord[]> {
  const { folder } = placesOf(env);
  if (all !== true) {
    return [await whichArmy({ session, folder }, texts, (which) => findArmy(parts.armies, which))];
  }
  const records = await parts.armies.list();
  if (records.length === 0) throw new OvldError('army_none', { folder });
  return records;
}

type ArmyRecord = OpenArmy['record'];

async function confirm(session: string, question: string): Promise<void> {
  const answer = ownTerminal() === undefined ? '' : await ask(question);
  if (!/^(?:y|yes|はい)$/i.test(answer)) throw new OvldError('not_confirmed', { session });
}

function tell(session: string, { saved }: Dismissal, texts: ArmyTexts): void {
  process.stdout.write(`${texts.dismissed(session)}\n`);
  if (saved.path !== undefined) {
    process.stdout.write(`${texts.kept(saved.messages, saved.path)}\n`);
  }
}
