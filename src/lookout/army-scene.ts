import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { CannotType, type Mux } from '../mux/mux.ts';
import { findPane, layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import { lookAt } from '../summon/look-at.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { standingOf } from '../summon/standing.ts';
import type { Scene } from './parts.ts';

export interface Stage {
  store: Pick<Store, 'seats'>;
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
    // One in which nothing runs any more can still be looked at.
    const found = await findPane({ ...where, panes: { panes: async () => panes } }, role);
    if (found === undefined) throw new OvldError('pane_gone', { role });
    return found.id;
  }

  return {
    async asks(role) {
      const found = await resolvePane(where, role);
      if (typeof found === 'string') return undefined;
      return (await lookAt(parts, { formation, mux }, role, found.id)).asks;
    },
    async stands() {
      // Asked for its sessions while one is starting, Zellij loses that one.
      await parts.calm();
      return (await standingOf(parts, mux, record, formation)) === 'live';
    },
    isOurs: async () =>
      (await parts.armies.list()).some(
        (army) => army.session === session && army.startedAt === startedAt,
      ),
    async show(role) {
      const pane = await paneOf(role);
      await mux.show(pane).catch((error: unknown) => {
        if (!(error instanceof CannotType)) throw error;
        if (error.code === 'no_client') throw new OvldError('nobody_attached', { session });
        if (error.code === 'pane_hidden') throw new OvldError('pane_hidden', { role });
        throw new OvldError('pane_gone', { role });
      });
    },
  };
}
