import type { MuxKind } from '../army/formation.ts';
import type { Reason } from '../errors.ts';
import type { Saved } from '../store/store.ts';
import type { AgentProgram } from './parts.ts';

/** `fault`: something does not work, or mail or a secret is in danger. */
export const severities = ['ok', 'note', 'warning', 'fault'] as const;
export type Severity = (typeof severities)[number];

/** Why a multiplexer did not say whether an army stands. */
export type Unasked = 'missing' | 'late' | 'failed';

/** Everything a check can say, as a code with its facts; `i18n/doctor` makes sentences of them. */
export interface FindingData {
  node_fine: { version: string };
  node_old: { version: string; needs: string };
  mux_by_pane: { program: MuxKind; version: string };
  mux_by_focus: { program: MuxKind; version: string };
  agent_fine: { program: string; version: string; hasDoor: boolean };
  /** Not installed, while another one is. */
  agents_others: { agents: readonly AgentProgram[] };
  agents_none: { agents: readonly AgentProgram[] };
  program_missing: { program: string };
  program_old: { program: string; version: string; needs: string; package?: string };
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
  file_invalid: { path: string; line?: number | undefined; reason: Reason };
  files_fine: { count: number };
  army_live: { session: string; folder: string; mux: MuxKind };
  /** By a person, in the multiplexer, to `name`. */
  army_renamed: { session: string; name: string; mux: MuxKind };
  army_dead: { session: string; folder: string; running: number };
  army_foreign: { session: string; mux: MuxKind };
  army_elsewhere: { session: string; folder: string };
  /** The session seems gone, but processes of it run inside a multiplexer, whose pid is `server`. */
  army_hidden: { session: string; mux: MuxKind; running: number; server: number };
  army_without_relay: { session: string; path: string };
  army_unasked: { session: string; mux: MuxKind; why: Unasked };
  armies_busy: Record<string, never>;
  armies_none: Record<string, never>;
  agent_gone: { session: string; role: string };
  /** Skipped, or due for longer than it takes to be given. */
  ritual_missing: { session: string; role: string };
  record_broken: { path: string };
  orphans: { path: string; pids: readonly number[] };
  /** Some of them run inside a multiplexer, whose pid is `server`. */
  orphans_hidden: { path: string; pids: readonly number[]; server: number };
  cleanup_interrupted: { path: string; session: string };
  lock_left: { path: string };
  relay_formation_broken: { path: string; reason: Reason };
  relay_link: { path: string; more: number };
  relay_left: { path: string; session: string };
  quarantined: { path: string; count: number };
  journal_torn: { path: string; count: number };
  survey_cut: { path: string; looked: number; cutAt: string };
  too_open: { path: string; mode: string; more: number };
  inbox_broken: { path: string; reason: Reason };
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
    /** Only where a fix is safe, whatever happened since the look: it looks again itself. */
    fix?: Fix;
  };
}[FindingCode];

type Fix = () => Promise<FixOutcome>;

/** Why nothing was fixed: it is different now, in use, another user's, or the fix failed. */
export type NotFixed = 'changed' | 'busy' | 'not_ours' | 'failed';

export type FixOutcome =
  { done: true; saved?: { messages: number; path: string } } | { done: false; why: NotFixed };

export const finding = <C extends FindingCode>(
  code: C,
  severity: Severity,
  data: FindingData[C],
  fix?: Fix,
): Finding => ({ code, severity, data, ...(fix && { fix }) }) as Finding;

export const notFixed = (why: NotFixed): FixOutcome => ({ done: false, why });

/** Fixed, with the mail that went to the history on the way. */
export const fixedSaving = ({ messages, path }: Saved): FixOutcome => ({
  done: true,
  ...(path !== undefined && { saved: { messages, path } }),
});
