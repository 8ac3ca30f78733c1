import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { CannotType, type Mux } from '../mux/mux.ts';
import { findPane, layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import { inspectPane } from '../summon/inspect-pane.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { readStanding } from '../summon/standing.ts';
import type { Scene } from './parts.ts';

export interface Stage {
  store: Pick<Store, 'seats' | 'starts'>;
  formation: Formation;
  mux: Mux;
  record: ArmyRecord;
}

/** An army's scene in its multiplexer. */
export function armyScene(
  parts: Pick<ArmyParts, 'armies' | 'openAgent' | 'processes' | 'calm'>,
  { store, formation, mux, record }: Stage,
): Scene {
  const { session, startedAt } = record;
  const where = { panes: mux, seats: store.seats, roles: layoutOrder(formation) };

  async function paneOf(role: Role): Promise<string> {
    const panes = await mux.panes();
    if (panes.length === 0) throw new OvldError('army_not_live', { session });
    // A pane whose program has ended can still be shown.
    const found = await findPane({ ...where, panes: { panes: async () => panes } }, role);
    if (found === undefined) throw new OvldError('pane_gone', { role });
    return found.id;
  }

  return {
    async readQuestion(role) {
      const found = await resolvePane(where, role);
      if (typeof found === 'string') return undefined;
      return (await inspectPane(parts, { formation, mux, store }, role, found.id)).expected;
    },
    async isLive() {
      // Zellij loses a session that is starting when it is asked for its sessions.
      await parts.calm();
      return (await readStanding(parts, { mux, record, formation })) === 'live';
    },
    isOurs: async () =>
      (await parts.armies.list()).some(
        (army) => army.session === session && army.startedAt === startedAt,
      ),
    async show(role) {
      const pane = await paneOf(role);
      await mux.show(pane).catch((error: unknown) => {
        if (!(error instanceof CannotType)) throw error;
        if (error.code === 'no_client') throw new OvldError('no_terminal_attached', { session });
        if (error.code === 'pane_hidden') throw new OvldError('pane_hidden', { role });
        throw new OvldError('pane_gone', { role });
      });
    },
  };
}
