import type { Question } from '../agent/agent.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Mux } from '../mux/mux.ts';
import { findPane, layoutOrder, resolvePane, type Unseen } from '../relay/resolve-pane.ts';
import type { Store } from '../store/store.ts';
import { inspectPane } from './inspect-pane.ts';
import type { ArmyParts } from './parts.ts';

/** Why a role that is not ready does not become so by itself. */
export type StartSight = { asks: Question } | Ended;

interface Ended {
  ended: Exclude<Unseen, 'pane_hidden'>;
  /** Other roles start after it. Nothing tells whether its agent asked, and was answered No. */
  postpones: boolean;
  /** The last line of its pane, as its program left it. */
  lastLine?: string;
}

interface Parts extends Pick<ArmyParts, 'openAgent'> {
  /** Whether its agent or its relay runs: a busy multiplexer may take a pane for dead. */
  isRunning(role: Role): Promise<boolean>;
}

/**
 * What the screens of these roles ask a person, and which agents have ended. A screen that cannot be seen asks
 * nothing. On the signal no further screen is looked at: each takes a busy machine a while.
 */
export async function readStarts(
  parts: Parts,
  army: { formation: Formation; mux: Mux; store: Store },
  roles: Iterable<Role>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Role, StartSight>> {
  const { formation, mux, store } = army;
  const panes = await mux.panes().catch(() => []);
  const where = {
    panes: { panes: async () => panes },
    seats: store.seats,
    roles: layoutOrder(formation),
  };
  const postponed = await store.starts.listPostponed();
  const sights = new Map<Role, StartSight>();
  for (const role of roles) {
    if (signal?.aborted) break;
    const found = await resolvePane(where, role);
    if (typeof found !== 'string') {
      const seen = await inspectPane(parts, army, role, found.id).catch(() => undefined);
      if (seen?.asks !== undefined) sights.set(role, { asks: seen.asks });
    } else if (found !== 'pane_hidden' && panes.length > 0 && !(await parts.isRunning(role))) {
      const lastLine = await readLastLine(mux, (await findPane(where, role))?.id);
      const ended = { ended: found, postpones: postponed.has(role) };
      sights.set(role, lastLine === undefined ? ended : { ...ended, lastLine });
    }
  }
  return sights;
}

/** What the multiplexer writes into a dead pane itself: tmux at its end, Zellij into its frame. */
const OF_MUX = /^Pane is dead\b/;

async function readLastLine(mux: Mux, pane: string | undefined): Promise<string | undefined> {
  const screen =
    pane === undefined ? undefined : await mux.screen(pane, 'dead').catch(() => undefined);
  const lines = screen?.lines.map((line) => line.trim()) ?? [];
  return lines.findLast((line) => line !== '' && !OF_MUX.test(line));
}
