import type { MuxKind } from '../army/formation.ts';

/** The armies of this user: one record a session, kept outside the armies' own directories. */
export interface Armies {
  list(): Promise<ArmyRecord[]>;
  add(record: ArmyRecord): Promise<void>;
  remove(session: string): Promise<void>;
}

export interface ArmyRecord {
  session: string;
  /** The folder it was summoned in. */
  folder: string;
  formation: string;
  mux: MuxKind;
  muxAddress?: string;
  /** Which life of the multiplexer's session is ours (`Mux.life`). */
  life?: string;
  relayDir: string;
  startedAt: string;
}
