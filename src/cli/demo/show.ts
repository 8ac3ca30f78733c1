import fs from 'node:fs';
import { join } from 'node:path';
import type { Formation, MuxKind } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { openPerson } from '../../compose/person.ts';
import type { Env } from '../../config/env.ts';
import { demoFormation } from '../../demo/formation.ts';
import { clearLeftovers, makeHome, type DemoHome } from '../../demo/home.ts';
import { lendScreen, withNarrator, writeMuxConfigs } from '../../demo/in-panes.ts';
import { tellJournal } from '../../demo/narration.ts';
import { Left, runStory, writeScripts, type Outcome, type Run } from '../../demo/run.ts';
import { storyOf } from '../../demo/stories.ts';
import { openUnseenMux } from '../../demo/unseen-mux.ts';
import { OvldError } from '../../errors.ts';
import type { DemoTexts } from '../../i18n/demo.ts';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Paint } from '../../kit/paint.ts';
import { withTimeout } from '../../kit/timeout.ts';
import type { ArmyParts, Processes } from '../../summon/parts.ts';
import { begin, muster, type Muster } from '../../summon/summon.ts';
import { ownArgv } from '../terminal/own-process.ts';
import { lendTerminal, ownTerminal } from '../terminal/terminal.ts';
import { chooseWhere, type DemoFlags, type Where } from './choose.ts';
import { openNarration, shippedFormation } from './narrator.ts';

const SESSION = 'ovld-demo';
/** Another session, so that its relay directory is fresh after panes that did not work. */
const TEXT_SESSION = 'ovld-demo-text';
/** How many seconds a thought takes: in panes, line by line at a terminal, and without one. */
const THOUGHT_SECONDS = { panes: 1.2, terminal: 0.3, pipe: 0 };
const PATIENCE_MS = 45_000;
const ANY_TERMINAL = { columns: 200, rows: 50 };
/** In panes a person sees a nudge before it is sent off; elsewhere it stands as long as agents need. */
const ENTER_MS = { panes: 350, text: 150 };
/** A client that keeps the terminal longer is ended with the demo's home. */
const LATE_MS = 2_000;
/** With these codes a multiplexer does not work here, and the demo is printed as text instead. */
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

interface Played extends Outcome {
  /** How much of every ring's time was for the person's eyes. */
  pacedMs: number;
  patienceMs: number;
}

export interface Shown extends Played {
  installed: Processes['isInstalled'];
}

interface Playing extends Showing {
  home: DemoHome;
  parts: ArmyParts;
  shipped: Formation;
}

/** Runs the demo in panes or as text; nothing of it is left when this returns or throws. */
export async function show(showing: Showing): Promise<Shown> {
  const { env, flags, texts } = showing;
  await clearLeftovers().catch(() => undefined);
  const home = makeHome(env, showing.language);
  try {
    const parts = await composeArmy(home.env);
    const shipped = await shippedFormation(flags.formation ?? 'overlord', home.project);
    const { processes } = parts;
    const terminal = ownTerminal();
    const where = await chooseWhere({ env, flags, texts, processes, shipped, terminal });
    const playing = { ...showing, home, parts, shipped };
    const played =
      'mux' in where ? await playInPanes(playing, where) : await playAsText(playing, where);
    return { ...played, installed: (program) => processes.isInstalled(program) };
  } finally {
    await home.remove();
  }
}

interface Way {
  parts: ArmyParts;
  session: string;
  mux: MuxKind;
  size: { columns: number; rows: number };
  attached: boolean;
  thoughtSeconds: number;
  enterMs: number;
  /** The army as it is started. */
  fit: (army: Muster) => Muster;
  open: (army: Muster) => View;
}

/** What the person sees of the army, from its start to its end. */
interface View extends Pick<Run, 'ready' | 'returned'> {
  close(): Promise<unknown>;
}

/** The product's own summons, with a script for each agent; the army has ended when this returns. */
async function play(playing: Playing, way: Way): Promise<Played> {
  const { flags, texts, language, home, shipped, signal } = playing;
  const { parts, session, size, enterMs } = way;
  const thoughtMs = 1000 * (flags.pause ?? way.thoughtSeconds);
  const story = storyOf(texts, shipped, thoughtMs);
  writeScripts(story, (role) => home.script(role));
  const mustered = await muster(parts, {
    formation: demoFormation(shipped, { mux: way.mux, language, home, terminal: size, enterMs }),
    rituals: new Map(),
    session,
    defaultSession: session,
    ovld: ownArgv(),
    terminal: way.attached ? size : undefined,
    inside: undefined,
    resume: false,
  });
  const army = way.fit(mustered);
  const { record, store, mux } = army;
  const patienceMs = PATIENCE_MS + 20 * thoughtMs;
  let view: View | undefined;
  try {
    await begin(parts, army, false);
    view = way.open(army);
    const outcome = await runStory({
      store,
      formation: shipped,
      story,
      records: home.records,
      openPerson: () => openPerson(parts, record),
      ready: view.ready,
      returned: view.returned,
      calmMs: way.attached ? thoughtMs : 0,
      patienceMs,
      signal,
    });
    return { ...outcome, patienceMs, pacedMs: way.attached ? enterMs : 0 };
  } finally {
    await mux.end().catch(() => false);
    await parts.processes.end(await parts.processes.ofArmy(record.relayDir));
    await view?.close();
  }
}

async function playInPanes(
  playing: Playing,
  { mux, terminal: size }: Extract<Where, { mux: string }>,
): Promise<Played> {
  const { language, texts, home, parts, shipped } = playing;
  try {
    writeMuxConfigs(home, texts.bar);
    return await play(playing, {
      parts,
      session: SESSION,
      mux,
      size,
      attached: true,
      thoughtSeconds: THOUGHT_SECONDS.panes,
      enterMs: ENTER_MS.panes,
      fit(army) {
        const { relayDir } = army.record;
        const argv = [...ownArgv(), 'demo-narrator', relayDir, '--formation', shipped.name];
        return withNarrator(army, { role: texts.pane, argv, cwd: home.project }, size);
      },
      open(army) {
        const command = army.plan.terminal ?? army.mux.attach(undefined);
        const returned = lendScreen(() => lendTerminal(command, home.env));
        const close = (): Promise<unknown> =>
          withTimeout(parts.clock, LATE_MS, returned, undefined);
        return { returned, close, ready: () => undefined };
      },
    });
  } catch (error) {
    const why = describeUnusable(error, mux, language);
    if (why === undefined || playing.signal.aborted) throw error;
    for (const name of fs.readdirSync(home.records)) fs.rmSync(join(home.records, name));
    return playAsText(playing, { asText: texts.textBecause.unusable(why) });
  }
}

/** Why the multiplexer does not work here, if that is what went wrong. */
function describeUnusable(error: unknown, program: string, language: Language): string | undefined {
  if (error instanceof OvldError && UNUSABLE.has(error.code)) return explain(error, language).what;
  if (!(error instanceof Left) || !error.broken) return undefined;
  const reason = { code: 'session_ended_at_once' } as const;
  const failed = new OvldError('mux_failed', { program, command: 'attach', reason });
  return explain(failed, language).what;
}

async function playAsText(
  playing: Playing,
  { asText: because }: Extract<Where, { asText: unknown }>,
): Promise<Played> {
  const { language, texts, paint, home, parts, shipped: formation } = playing;
  const { json = false } = playing.flags;
  const write = (line: string): void => {
    if (!json && !playing.signal.aborted) playing.write(line);
  };
  const beganMs = Date.now();
  write(paint('bold', texts.title(formation.name)));
  write(paint('dim', texts.subtitle));
  if (because !== undefined) write(paint('yellow', because));
  const isWatched = process.stdout.isTTY && !json;
  return play(playing, {
    parts: { ...parts, openMux: async (of) => openUnseenMux(of, home.env) },
    session: TEXT_SESSION,
    mux: 'tmux',
    size: ANY_TERMINAL,
    attached: false,
    thoughtSeconds: isWatched ? THOUGHT_SECONDS.terminal : THOUGHT_SECONDS.pipe,
    enterMs: ENTER_MS.text,
    // Its relays find their panes in files.
    fit: (army) => ({ ...army, formation: { ...army.formation, mux: 'recording' } }),
    open({ store }) {
      const over = new AbortController();
      const narrating = openNarration({ formation, language, store, write, paint, beganMs });
      let telling: Promise<unknown> | undefined;
      return {
        ready(relays) {
          narrating.ready(relays, Date.now());
          const following = { store, clock: parts.clock, signal: over.signal };
          telling = tellJournal(following, narrating).catch(() => undefined);
        },
        returned: new Promise(() => undefined),
        async close() {
          over.abort();
          await telling;
        },
      };
    },
  });
}
