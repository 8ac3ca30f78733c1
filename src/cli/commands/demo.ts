import { relative } from 'node:path';
import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { pitchCamp, type Camp } from '../../demo/camp.ts';
import { Left, perform, type Outcome } from '../../demo/demo.ts';
import { figuresDocument } from '../../demo/figures.ts';
import { figuresTable } from '../../demo/figures-table.ts';
import { demoFormation } from '../../demo/formation.ts';
import { moreLines } from '../../demo/more.ts';
import { narrate } from '../../demo/narration.ts';
import { paints, type Paint } from '../../demo/narrator.ts';
import { prepare } from '../../demo/stage-panes.ts';
import { toldStage } from '../../demo/stage-told.ts';
import { OvldError } from '../../errors.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { DemoTexts } from '../../i18n/demo-texts.ts';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import type { ArmyParts } from '../../summon/parts.ts';
import { chooseWhere, type Where } from '../demo/choose.ts';
import { playOf, shippedFormation } from '../demo/play.ts';
import { EXIT } from '../failure.ts';
import { ownArgv } from '../orders.ts';
import { ownTerminal } from '../terminal.ts';

export interface DemoFlags {
  json?: boolean;
  /** Seconds a role thinks. */
  pause?: number;
  formation?: string;
  mux?: string;
  transcript?: boolean;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SESSION = 'ovld-demo';
/** Seconds a thought takes: where it is watched in panes, at a terminal, and where nobody looks. */
const THOUGHTS = { panes: 1.2, terminal: 0.3, nobody: 0 };
const PATIENCE_MS = 45_000;
const SOME_TERMINAL = { columns: 200, rows: 50 };
/** A person sees a nudge before it is sent off; where nobody does, what agents need is enough. */
const ENTER_MS = { panes: 350, told: 150 };
/** What a multiplexer cannot do here is no reason not to play. */
const UNUSABLE: readonly string[] = ['mux_too_old', 'terminal_too_small', 'session_too_long'];

interface Showing {
  env: Env;
  language: Language;
  flags: DemoFlags;
  texts: DemoTexts;
  paint: Paint;
  write: (line: string) => void;
  signal: AbortSignal;
}

/** Plays a campaign and says what became of its messages; 1 when one was lost, 130 when the person left. */
export async function demoCommand(env: Env, language: Language, flags: DemoFlags): Promise<number> {
  const { stdout } = process;
  const { json = false } = flags;
  const texts = demoTexts[language];
  const paint = paints(stdout.isTTY && !json && (env['NO_COLOR'] ?? '') === '');
  const write = (line: string): void => void stdout.write(`${line}\n`);

  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  // Whoever read us is gone (`| head`), or the terminal is: nobody to tell, but an army to end.
  for (const stream of [stdout, process.stderr]) stream.on('error', end);
  const showing = { env, language, flags, texts, paint, write, signal: ending.signal };
  try {
    const { figures, finished } = await show(showing);
    if (json) write(JSON.stringify({ finished, ...figuresDocument(figures) }, null, 2));
    else {
      for (const line of figuresTable(figures, texts, paint)) write(line);
      for (const line of await more(showing)) write(line);
    }
    return finished && figures.lost.length === 0 ? EXIT.done : EXIT.failed;
  } catch (error) {
    if (error instanceof Left) write(texts.left);
    else if (!ending.signal.aborted) throw error;
    return EXIT.interrupted;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

async function show(showing: Showing): Promise<Outcome> {
  const { env, flags, texts, paint, write, signal } = showing;
  const { processes } = await composeArmy(env);
  const terminal = ownTerminal();
  const where = await chooseWhere({ env, flags, texts, processes, terminal });
  const camp = pitchCamp(env);
  try {
    const parts = await composeArmy(camp.env);
    if ('mux' in where) {
      try {
        return await inPanes(showing, camp, parts, where);
      } catch (error) {
        if (!(error instanceof OvldError) || !UNUSABLE.includes(error.code)) throw error;
        const why = texts.toldBecause.unusable(explain(error, showing.language).what);
        return await told(showing, camp, parts, why);
      }
    }
    return await told(showing, camp, parts, where.told);
  } finally {
    await camp.strike();
    if (signal.aborted && process.stdout.isTTY && flags.json !== true) {
      write(paint('dim', texts.left));
    }
  }
}

async function inPanes(
  showing: Showing,
  camp: Camp,
  parts: ArmyParts,
  { mux, terminal }: Extract<Where, { mux: string }>,
): Promise<Outcome> {
  const { language, flags, texts, signal } = showing;
  const { formation: name = 'overlord' } = flags;
  const shipped = await shippedFormation(name, camp.project);
  const formation = demoFormation(shipped, {
    mux,
    language,
    camp,
    terminal,
    enterMs: ENTER_MS.panes,
  });
  const thoughtMs = 1000 * (flags.pause ?? THOUGHTS.panes);
  const ovld = ownArgv();
  const stage = await prepare({
    camp: { ...camp, env: { ...camp.env, OVLD_LANG: language } },
    parts,
    order: {
      formation,
      rituals: new Map(),
      session: SESSION,
      defaultSession: SESSION,
      ovld,
      terminal,
      inside: undefined,
      resume: false,
    },
    narrator: [...ovld, 'demo-narrator', camp.records, '--formation', name],
    title: texts.pane,
    bar: texts.bar,
  });
  const store = await parts.openStore(parts.relayDir(SESSION), formation);
  const play = playOf(texts, shipped, thoughtMs);
  const patienceMs = PATIENCE_MS;
  const tell = (): void => undefined;
  const calmMs = thoughtMs;
  try {
    return await perform({
      camp,
      stage,
      store,
      formation,
      play,
      tell,
      calmMs,
      signal,
      patienceMs,
    });
  } finally {
    await stage.close();
  }
}

async function told(
  showing: Showing,
  camp: Camp,
  parts: ArmyParts,
  because: string | undefined,
): Promise<Outcome> {
  const { language, flags, texts, paint, signal } = showing;
  const { json = false, formation: name = 'overlord' } = flags;
  const watched = process.stdout.isTTY && !json;
  const thoughtMs = 1000 * (flags.pause ?? (watched ? THOUGHTS.terminal : THOUGHTS.nobody));
  const write = json ? (): void => undefined : showing.write;
  write(paint('bold', texts.title(name)));
  write(paint('dim', texts.subtitle));
  if (because !== undefined) write(paint('yellow', because));
  const shipped = await shippedFormation(name, camp.project);
  const formation = demoFormation(shipped, {
    mux: 'tmux',
    language,
    camp,
    terminal: SOME_TERMINAL,
    enterMs: ENTER_MS.told,
  });
  const store = await parts.openStore(parts.relayDir(SESSION), formation);
  const play = playOf(texts, shipped, thoughtMs);
  const stage = toldStage({ camp, parts, store, formation, session: SESSION, ovld: ownArgv() });
  const tell = narrate({ play, texts, roles: rolesOf(shipped), write, paint });
  const patienceMs = PATIENCE_MS + 20 * thoughtMs;
  try {
    const calmMs = 0;
    return await perform({
      camp,
      stage,
      store,
      formation,
      play,
      tell,
      calmMs,
      signal,
      patienceMs,
    });
  } finally {
    await stage.close();
  }
}

async function more({ env, texts, paint }: Showing): Promise<string[]> {
  const { installed } = (await composeArmy(env)).processes;
  const [, script = ''] = ownArgv();
  const named = await installed('ovld');
  const near = relative(process.cwd(), script);
  const ovld = named ? 'ovld' : `node ${near.startsWith('..') ? script : near}`;
  return moreLines({ installed, ovld }, texts, paint);
}
