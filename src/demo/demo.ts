import { setTimeout as sleep } from 'node:timers/promises';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { DemoTexts } from '../i18n/texts.ts';
import { systemClock } from '../kit/clock.ts';
import { within } from '../kit/timeout.ts';
import { seatAgent, type Agent } from './agent.ts';
import { pitchCamp, type Camp } from './camp.ts';
import { stageCampaign } from './campaign.ts';
import { figuresOf, type Figures, type Ledger } from './figures.ts';
import { createNarrator, type Paint } from './narrator.ts';
import { watchPanes } from './panes.ts';
import { openRelays, type Relays } from './relays.ts';

export interface DemoOptions {
  formation: Formation;
  texts: DemoTexts;
  /** The ovld program the relays are started from. */
  ovld: string;
  /** PATH of the relays. */
  path: string | undefined;
  pauseMs: number;
  write: (line: string) => void;
  paint: Paint;
  /** Ends the demo early: relays and directory are gone when it rejects. */
  signal: AbortSignal;
}

export interface DemoOutcome {
  figures: Figures;
  /** False when the story stood still: then messages are missing, and the figures say which. */
  finished: boolean;
}

const PATIENCE_MS = 60_000;
const PAUSES = 8;

/** Six relays, one campaign, and the evidence of what became of its messages. */
export async function runDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { texts, write, paint, signal } = options;
  write(paint('bold', texts.title));
  write(paint('dim', texts.subtitle));
  const camp = await pitchCamp(options.formation);
  const relays = openRelays({ ovld: options.ovld, dir: camp.dir, path: options.path });
  try {
    return await interruptible(signal, perform(options, camp, relays));
  } finally {
    await relays.end();
    camp.strike();
  }
}

async function perform(options: DemoOptions, camp: Camp, relays: Relays): Promise<DemoOutcome> {
  const { texts, pauseMs, signal, formation } = options;
  const roles = rolesOf(formation);
  const start = systemClock.monotonic();
  const elapsedMs = (): number => systemClock.monotonic() - start;
  const pause = (): Promise<void> => sleep(pauseMs, undefined, { signal });
  const narrator = createNarrator({ ...options, roles, elapsedMs, pause });

  const ledger: Ledger = { sent: new Set(), read: new Set() };
  const agents = new Map<Role, Agent>();
  const agent = (role: Role): Agent => {
    const found = agents.get(role);
    if (found === undefined) throw new Error(`the campaign has no ${role}`);
    return found;
  };
  const { minds, run } = stageCampaign({ texts, narrator, agent });
  const trouble = new AbortController();
  const failed = (error: unknown): void => trouble.abort(error);
  const watch = watchPanes(camp.panes, roles, (role, line) => agents.get(role)?.typed(line));
  try {
    for (const role of roles) {
      const mind = minds[role] ?? (async () => undefined);
      const startRelay = () => relays.start(role);
      agents.set(role, seatAgent({ startRelay, mind, ledger, failed }));
    }
    await Promise.all([...agents.values()].map((one) => one.ready()));
    narrator.tell('ovld', texts.told.ready(agents.size));

    const patienceMs = PATIENCE_MS + PAUSES * pauseMs;
    const story = interruptible(trouble.signal, run()).then(() => true);
    const finished = await within(systemClock, patienceMs, story, false);
    if (!finished) narrator.tell('ovld', texts.told.unfinished(Math.round(patienceMs / 1000)));
    await Promise.all([...agents.values()].map((one) => one.rest()));
    await relays.dismiss();
    return { figures: figuresOf(await camp.journal(), ledger), finished };
  } finally {
    watch.close();
  }
}

/** Rejects with the signal's reason as soon as it aborts; the work's own end no longer matters. */
const interruptible = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject);
  });
