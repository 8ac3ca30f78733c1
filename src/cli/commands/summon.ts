import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import { startingEnv, type Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { begin, muster, type Begun, type Muster } from '../../summon/summon.ts';
import { dryRun } from '../dry-run.ts';
import { enter } from '../enter.ts';
import { EXIT } from '../failure.ts';
import { ordersFrom, ownArgv, type Orders, type SummonFlags } from '../orders.ts';
import { progressLines } from '../progress.ts';
import { ownTerminal } from '../terminal.ts';

interface Flags extends SummonFlags {
  dryRun?: boolean;
  json?: boolean;
}

/** Raises this folder's army, or joins it where it is up. */
export async function summonCommand(env: Env, language: Language, flags: Flags): Promise<number> {
  const parts = await composeArmy(env);
  const texts = textsFor(language).army;
  const terminal = ownTerminal();
  const aloof = flags.detach === true || flags.dryRun === true;
  // Zellij would panic, and leave session and agents running (Z15).
  if (!aloof && terminal === undefined) {
    throw new OvldError('no_terminal', { command: 'ovld summon' });
  }
  const orders = await ordersFrom(parts, env, flags, terminal);
  const mustered = await muster(parts, orders.order);
  const { running, record } = mustered;
  if (flags.dryRun === true) {
    process.stdout.write(dryRun(mustered, texts, flags.json === true));
    return EXIT.done;
  }
  const say = (line: string): void => {
    if (flags.json !== true) process.stdout.write(`${line}\n`);
  };
  if (running) {
    say(texts.joining(record.session));
    if (!aloof) say(await enter(parts, env, texts, mustered));
    return EXIT.done;
  }
  const begun = await begin(parts, mustered, orders.order.resume);
  tellMail(begun, texts, say);
  if (aloof) return watchComing(language, flags.json === true, orders, mustered);
  injectBehind(env, orders, mustered);
  say(await enter(parts, env, texts, mustered, mustered.plan.terminal));
  return EXIT.done;
}

function tellMail(
  { saved, resumed }: Begun,
  texts: ReturnType<typeof textsFor>['army'],
  say: (line: string) => void,
): void {
  if (saved.path !== undefined) say(texts.saved(saved.messages, saved.path));
  if (resumed > 0) say(texts.resumed(resumed));
}

/** Without a terminal to give away, the coming of the roles can be shown. */
async function watchComing(
  language: Language,
  quiet: boolean,
  { rituals }: Orders,
  { mux, store, formation, record }: Muster,
): Promise<number> {
  const { army: texts, wake } = textsFor(language);
  const roles = rolesOf(formation);
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  process.on('SIGINT', stop);
  const show = progressLines(process.stdout, roles, { steps: texts.steps, wake });
  try {
    const outcomes = await injectRituals({
      store,
      mux,
      formation,
      roles,
      rituals,
      tell: quiet ? () => undefined : show,
      signal: ending.signal,
    });
    const { session } = record;
    const ready = [...outcomes.values()].filter((one) => one !== 'not_ready').length;
    if (quiet) {
      const document = { session, mux: mux.kind, roles: Object.fromEntries(outcomes) };
      process.stdout.write(`${JSON.stringify(document)}\n`);
    } else {
      process.stdout.write(`${texts.up(session, ready, roles.length)}\n`);
    }
    if (ending.signal.aborted) return EXIT.interrupted;
    return ready === roles.length ? EXIT.done : EXIT.failed;
  } finally {
    process.off('SIGINT', stop);
  }
}

/** The multiplexer will have this terminal: rituals are given by a process of their own. */
function injectBehind(env: Env, { rituals }: Orders, { record }: Muster): void {
  const [node = process.execPath, ...script] = ownArgv();
  const flags = ['--session', record.session, '--await', ...(rituals.size === 0 ? ['--none'] : [])];
  const log = openSync(join(record.relayDir, 'inject.log'), 'a', 0o600);
  spawn(node, [...script, 'inject', ...flags], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: record.folder,
    env: { ...startingEnv(env) },
  }).unref();
}
