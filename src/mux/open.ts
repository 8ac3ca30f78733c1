import { join } from 'node:path';
import type { Formation, MuxKind, Tab, Targeting } from '../army/formation.ts';
import type { Mux, Panes } from './mux.ts';

export interface MuxAddress {
  kind: MuxKind;
  session: string;
  /** Where the multiplexer listens, if that was found before (`Mux.address`). */
  at?: string | undefined;
  targeting: Targeting;
  /** Which role sits where: all there is to go by where panes have no names. */
  tabs: readonly Tab[];
  /** A place for the layout file and the lock between processes. */
  dir: string;
  /** What the multiplexer's own commands are given. */
  env: Readonly<Record<string, string | undefined>>;
}

export async function openMux(address: MuxAddress): Promise<Mux> {
  if (address.kind === 'tmux') return (await import('./tmux.ts')).openTmux(address);
  return (await import('./zellij.ts')).openZellij(address);
}

/** Undefined: this army is seen nowhere, nothing can be typed. */
export async function openPanes(
  { mux: kind, mux_address: at, targeting, tabs }: Formation,
  place: Pick<MuxAddress, 'session' | 'dir' | 'env'>,
): Promise<Panes | undefined> {
  if (kind === 'none') return undefined;
  if (kind !== 'recording') return openMux({ kind, at, targeting, tabs, ...place });
  return (await import('./recording.ts')).openRecordingMux(join(place.dir, 'panes'));
}
