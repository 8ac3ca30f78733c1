import type { MuxKind } from '../army/formation.ts';

/** How bad it is: `fault` means that something does not work, or that mail or a secret is in danger. */
export const severities = ['ok', 'note', 'warning', 'fault'] as const;
export type Severity = (typeof severities)[number];

/** Everything a check can say, as a code with its facts; `i18n/doctor` makes sentences of them. */
export interface FindingData {
  node_fine: { version: string };
  node_old: { version: string; needs: string };
  mux_by_pane: { program: MuxKind; version: string };
  mux_by_focus: { program: MuxKind; version: string };
  agent_fine: { program: string; version: string };
  program_missing: { program: string };
  program_old: { program: string; version: string; needs: string };
  program_late: { program: string; ms: number };
  program_unread: { program: string };
  no_mux: { programs: readonly string[] };
  home_unset: Record<string, never>;
  dir_writable: { path: string };
  dir_unwritable: { path: string; reason: string };
  disk_fine: { path: string; freeMb: number };
  disk_low: { path: string; freeMb: number };
  disk_full: { path: string; freeMb: number };
  socket_long: { program: MuxKind; path: string; bytes: number; limit: number; variable: string };
  socket_short_names: { program: MuxKind; dir: string; room: number; variable: string };
  file_invalid: { path: string; line?: number | undefined; reason: string };
  files_fine: { count: number };
  army_live: { session: string; folder: string; mux: MuxKind };
  army_dead: { session: string; folder: string; running: number };
  army_foreign: { session: string; mux: MuxKind };
  army_elsewhere: { session: string; folder: string };
  /** It seems gone, and yet some of it runs inside a multiplexer: `server` is that one's pid. */
  army_hidden: { session: string; mux: MuxKind; running: number; server: number };
  army_without_relay: { session: string; path: string };
  army_unasked: { session: string; mux: MuxKind };
  armies_busy: Record<string, never>;
  armies_none: Record<string, never>;
  agent_gone: { session: string; role: string };
  record_broken: { path: string };
  orphans: { path: string; pids: readonly number[] };
  /** Some of them run inside a multiplexer: `server` is that one's pid. */
  orphans_hidden: { path: string; pids: readonly number[]; server: number };
  cleanup_interrupted: { path: string; session: string };
  lock_left: { path: string };
  relay_formation_broken: { path: string; reason: string };
  relay_link: { path: string; more: number };
  relay_left: { path: string; session: string };
  quarantined: { path: string; count: number };
  journal_torn: { path: string; count: number };
  survey_cut: { path: string; looked: number; cutAt: string };
  too_open: { path: string; mode: string; more: number };
  inbox_broken: { path: string; reason: string };
  intent_left: { path: string };
  unsent_left: { path: string };
  check_failed: { check: string; reason: string };
}

export type FindingCode = keyof FindingData;

export type Finding = {
  [C in FindingCode]: {
    code: C;
    severity: Severity;
    data: FindingData[C];
    /** Only where it is safe, whatever happened since the look: it looks again itself. */
    mend?: Mend;
  };
}[FindingCode];

export type Mend = () => Promise<Mended>;

/** Why nothing was done: it is different now, it is not ours, or it would not go. */
export type Kept = 'changed' | 'busy' | 'not_ours' | 'failed';

export type Mended =
  { done: true; saved?: { messages: number; path: string } } | { done: false; why: Kept };
