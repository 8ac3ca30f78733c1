import fs from 'node:fs';
import { join } from 'node:path';
import { rolesOf, type Formation } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { pitchCamp, type Camp } from '../../demo/camp.ts';
import { Left, perform, type Outcome } from '../../demo/demo.ts';
import { demoFormation } from '../../demo/formation.ts';
import { narrate } from '../../demo/narration.ts';
import type { Paint } from '../../demo/narrator.ts';
import type { Stage } from '../../demo/stage.ts';
import { prepare } from '../../demo/stage-panes.ts';
import { toldStage } from '../../demo/stage-told.ts';
import { OvldError } from '../../errors.ts';
import type { DemoTexts } from '../../i18n/demo-texts.ts';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import type { ArmyParts, Processes } from '../../summon/parts.ts';
import type { DemoFlags } from '../commands/demo.ts';
import { ownArgv } from '../orders.ts';
import { ownTerminal } from '../terminal.ts';
import { chooseWhere, type Where } from './choose.ts';
import { playOf, shippedFormation } from './play.ts';

const SESSION = 'ovld-demo';
/** Another name, for a relay directory nobody has touched. */
const TOLD_SESSION = 'ovld-demo-told';
/** Seconds a thought takes: where it is watched in panes, at a terminal, and where nobody looks. */
const THOUGHTS = { panes: 1.2, terminal: 0.3, nobody: 0 };
const PATIENCE_MS = 45_000;
const SOME_TERMINAL = { columns: 200, rows: 50 };
/** A person sees a nudge before it is sent off; where nobody does, what agents need is enough. */
const ENTER_MS = { panes: 350, told: 150 };
/** What a multiplexer cannot do here is no reason not to play. */
const UNUSABLE = new Set<string>([
  'mux_failed',
  'mux_too_old',
  'terminal_too_small',
  'session_too_long',
]);

export interface Showing {
  env: Env;
  language: Language;
  flags: DemoFlags;
  texts: DemoTexts;
  paint: Paint;
  write: (line: string) => void;
  signal: AbortSignal;
}

export interface Shown extends Outcome {
  /** How much of every ring's time was for the person's eyes. */
  pacedMs: number;
  /** How long it was waited for. */
  patienceMs: number;
  installed: Processes['installed'];
}

interface Playing extends Showing {
  camp: Camp;
  parts: ArmyParts;
  shipped: Formation;
}

type Played = Omit<Shown, 'installed'>;

/** Plays it where it can be seen best; nothing of it is left when this returns or throws. */
export async function show(showing: Showing): Promise<Shown> {
  const { env, flags, texts } = showing;
  const camp = pitchCamp(env, showing.language);
  try {
    const parts = await composeArmy(camp.env);
    const shipped = await shippedFormation(flags.formation ?? 'overlord', camp.project);
    const { processes } = parts;
    const where = await chooseWhere({
      env,
      flags,
      texts,
      processes,
      shipped,
      terminal: ownTerminal(),
    });
    const playing = { ...showing, camp, parts, shipped };
    const outcome = 'mux' in where ? await inPanes(playing, where) : await told(playing, where);
    return { ...outcome, installed: (program) => processes.installed(program) };
  } finally {
    await camp.strike();
  }
}

async function inPanes(playing: Playing, where: Extract<Where, { mux: string }>): Promise<Played> {
  const { language, flags, texts, signal, camp, parts, shipped } = playing;
  const { mux, terminal } = where;
  const thoughtMs = 1000 * (flags.pause ?? THOUGHTS.panes);
  const enterMs = ENTER_MS.panes;
  const formation = demoFormation(shipped, { mux, language, camp, terminal, enterMs });
  const ovld = ownArgv();
  const order = {
    formation,
    rituals: new Map(),
    session: SESSION,
    defaultSession: SESSION,
    ovld,
    terminal,
    inside: undefined,
    resume: false,
  };
  const narrator = [...ovld, 'demo-narrator', camp.records, '--formation', shipped.name];
  const play = playOf(texts, shipped, thoughtMs);
  const patienceMs = PATIENCE_MS + 20 * thoughtMs;
  let stage: Stage | undefined;
  try {
    stage = await prepare({ camp, parts, order, narrator, title: texts.pane, bar: texts.bar });
    const store = await parts.openStore(parts.relayDir(SESSION), formation);
    const calmMs = thoughtMs;
    const played = { camp, stage, store, formation, play, signal, patienceMs, calmMs };
    const outcome = await perform({ ...played, tell: () => undefined });
    return { ...outcome, patienceMs, pacedMs: enterMs };
  } catch (error) {
    const why = unusable(error, mux, language);
    if (why === undefined) throw error;
    await stage?.close();
    for (const name of fs.readdirSync(camp.records)) fs.rmSync(join(camp.records, name));
    return await told(playing, { told: texts.toldBecause.unusable(why) });
  } finally {
    await stage?.close();
  }
}

/** Why the multiplexer will not do, where that is what went wrong. */
function unusable(error: unknown, program: string, language: Language): string | undefined {
  if (error instanceof OvldError && UNUSABLE.has(error.code)) return explain(error, language).what;
  if (!(error instanceof Left) || !error.broken) return undefined;
  const [command, reason] = ['attach', 'it ended at once'];
  return explain(new OvldError('mux_failed', { program, command, reason }), language).what;
}

async function told(playing: Playing, { told: because }: Extract<Where, { told: unknown }>) {
  const { language, flags, texts, paint, signal, camp, parts, shipped } = playing;
  const { json = false } = flags;
  const watched = process.stdout.isTTY && !json;
  const thoughtMs = 1000 * (flags.pause ?? (watched ? THOUGHTS.terminal : THOUGHTS.nobody));
  const write = json ? (): void => undefined : playing.write;
  write(paint('bold', texts.title(shipped.name)));
  write(paint('dim', texts.subtitle));
  if (because !== undefined) write(paint('yellow', because));
  const unseen = { mux: 'tmux', terminal: SOME_TERMINAL, enterMs: ENTER_MS.told } as const;
  const formation = demoFormation(shipped, { ...unseen, language, camp });
  const store = await parts.openStore(parts.relayDir(TOLD_SESSION), formation);
  const play = playOf(texts, shipped, thoughtMs);
  const stage = toldStage({
    camp,
    parts,
    store,
    formation,
    session: TOLD_SESSION,
    ovld: ownArgv(),
  });
  const tell = narrate({ play, texts, roles: rolesOf(shipped), write, paint });
  const patienceMs = PATIENCE_MS + 20 * thoughtMs;
  try {
    const played = { camp, stage, store, formation, play, signal, patienceMs, calmMs: 0 };
    return { ...(await perform({ ...played, tell })), patienceMs, pacedMs: 0 };
  } finally {
    await stage.close();
  }
}
