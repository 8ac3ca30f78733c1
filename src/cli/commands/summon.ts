import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import { resumeWork } from '../../compose/resume-work.ts';
import { startingEnv, type Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import type { ArmyTexts, Language } from '../../i18n/texts.ts';
import { begin, muster, awaitLife, type Begun, type Muster } from '../../summon/summon.ts';
import { dryRun } from '../dry-run.ts';
import { enter, type Visitor } from '../enter.ts';
import { EXIT } from '../failure.ts';
import { ordersFrom, ownArgv, type SummonFlags } from '../orders.ts';
import { progressLines } from '../progress.ts';
import { ownTerminal } from '../terminal.ts';

interface Flags extends SummonFlags {
  dryRun?: boolean;
  json?: boolean;
}

const SOME_TERMINAL = { columns: 200, rows: 50 };

/** Raises this folder's army, or joins it where it is up. */
export async function summonCommand(env: Env, language: Language, flags: Flags): Promise<number> {
  const parts = await composeArmy(env);
  const texts = armyTexts[language];
  const { json = false, detach = false } = flags;
  // A dry run may well go into a file: what would be done at a terminal is asked for all the same.
  const terminal = ownTerminal() ?? (flags.dryRun === true ? SOME_TERMINAL : undefined);
  // What is wrong with the order comes first: another terminal would not help it.
  const order = await ordersFrom(parts, env, flags, terminal);
  // Zellij would panic, and leave session and agents running (Z15).
  if (!detach && terminal === undefined) {
    throw new OvldError('no_terminal', { command: 'ovld summon' });
  }
  if (flags.dryRun === true) {
    process.stdout.write(dryRun(await muster(parts, order), order.inside, texts, json));
    return EXIT.done;
  }
  const say = (line: string): void => {
    if (!json) process.stdout.write(`${line}\n`);
  };
  const visitor = { parts, env, texts };
  const { army, visit } = await parts.alone(async () => {
    const mustered = await muster(parts, order);
    if (mustered.running) return { army: mustered, visit: undefined };
    for (const program of mustered.unread) say(texts.versionUnread(program));
    if (mustered.cramped.size > 0) say(texts.cramped(mustered.cramped.size));
    tellMail(await begin(parts, mustered, order.resume), texts, say);
    // The army stands: what is wrong with its papers must not take it down.
    const told = await resumeWork(mustered.store, mustered.formation).catch((error: unknown) => {
      process.stderr.write(`${explain(error, language).what}\n`);
      return [];
    });
    if (told.length > 0) say(texts.workGoesOn(told));
    return { army: mustered, visit: detach ? undefined : await move(visitor, mustered) };
  });
  if (visit !== undefined) say(await visit.over);
  else if (!army.running) return watchComing(env, language, json, army);
  else if (!detach) {
    say(texts.joining(army.record.session));
    say(await enter(visitor, army));
  } else if (json) {
    tellJson({ session: army.record.session, mux: army.mux.kind, running: true });
  } else say(texts.alreadyUp(army.record.session));
  return EXIT.done;
}

/** Moves the person in; returns when the session runs, which is long before the person comes back. */
async function move(visitor: Visitor, army: Muster): Promise<{ over: Promise<string> }> {
  const back = new AbortController();
  const over = enter(visitor, army, army.plan.terminal, () => back.abort());
  const runs = awaitLife(visitor.parts, army, back.signal).catch(() => false);
  // Whoever waits for it is told; until then nobody does.
  over.catch(() => undefined);
  if ((await runs) && army.typed.size > 0) injectBehind(visitor.env, army);
  return { over };
}

function tellMail(
  { saved, resumed, conversations, fresh }: Begun,
  texts: ArmyTexts,
  say: (line: string) => void,
): void {
  if (conversations > 0) say(texts.goOn(conversations));
  if (fresh.length > 0) say(texts.startFresh(fresh));
  if (resumed > 0) say(texts.resumed(resumed));
  else if (saved.path !== undefined) say(texts.saved(saved.messages, saved.path));
}

/** Without a terminal to give away, the coming of the roles can be shown. */
async function watchComing(
  env: Env,
  language: Language,
  quiet: boolean,
  { mux, store, formation, record, typed, resumed }: Muster,
): Promise<number> {
  const texts = armyTexts[language];
  const { wake } = textsFor(language);
  const roles = rolesOf(formation);
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  process.on('SIGINT', stop);
  const show = progressLines(env, process.stdout, roles, { steps: texts.steps, wake });
  try {
    const outcomes = await injectRituals({
      store,
      mux,
      formation,
      roles,
      rituals: typed,
      tell: quiet ? () => undefined : show,
      signal: ending.signal,
    });
    const { session } = record;
    const ready = [...outcomes.values()].filter((one) => one !== 'not_ready').length;
    if (quiet) {
      const roleOutcomes = Object.fromEntries(outcomes);
      const conversations = resumed.size;
      tellJson({
        session,
        mux: mux.kind,
        roles: roleOutcomes,
        ...(conversations > 0 && { conversations }),
      });
    } else {
      const { aborted } = ending.signal;
      const line = aborted ? texts.detached(session) : texts.up(session, ready, roles.length);
      process.stdout.write(`${line}\n`);
    }
    if (ending.signal.aborted) return EXIT.interrupted;
    const welcome = [...outcomes.values()].every((one) => one === 'given' || one === 'ready');
    return welcome ? EXIT.done : EXIT.failed;
  } finally {
    process.off('SIGINT', stop);
  }
}

const tellJson = (document: object): void =>
  void process.stdout.write(`${JSON.stringify(document)}\n`);

/** The multiplexer has this terminal: rituals are given by a process of their own. */
function injectBehind(env: Env, { record, typed }: Muster): void {
  const [node = process.execPath, ...script] = ownArgv();
  const log = openSync(join(record.relayDir, 'inject.log'), 'a', 0o600);
  spawn(node, [...script, 'inject', ...typed.keys(), '--session', record.session], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: record.folder,
    // By its relay directory it is known as one of the army's, and ended with it.
    env: { ...startingEnv(env), OVLD_RELAY_DIR: record.relayDir },
  }).unref();
}
