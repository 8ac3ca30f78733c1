/**
 * Everything that can go wrong, as a code with its facts. No human text here: `i18n/` turns a code
 * into a sentence and a hint, so that a person reading Japanese and a model reading English are told
 * the same thing.
 */
export interface ErrorData {
  env_missing: { variable: string };
  env_invalid: { variable: string; value: string; expected?: string | undefined };
  env_role_unknown: { variable: string; value: string; roles: readonly string[] };
  /** `path`: what was looked for, below `~`. */
  home_unset: { path: string };
  /** `command`: whose `--help` tells more. `hint`: where there is something better to say. */
  usage: { message: string; command?: string; hint?: string };
  /** Nothing is wrong with the words, but it cannot be done; said by the command itself. */
  refused: { message: string; hint: string };
  store_unusable: { path: string; reason: string };
  store_gone: { path: string };
  store_full: { path: string };
  store_busy: { path: string; reason: string };
  store_symlink: { path: string };
  formation_invalid: { path: string; line?: number | undefined; reason: Reason };
  /** `known`: the formations there are. */
  formation_unknown: { name: string; known: readonly string[]; like?: string };
  config_invalid: { path: string; line?: number | undefined; reason: Reason };
  ritual_missing: { role: string; tried: readonly string[] };
  mux_none: { tried: readonly string[] };
  mux_missing: { program: string; other?: string };
  mux_too_old: { program: string; version: string; needs: string };
  mux_failed: { program: string; command: string; reason: Reason };
  pane_hidden: { role: string };
  pane_gone: { role: string };
  no_terminal_attached: { session: string };
  agent_missing: { program: string; role: string; package?: string };
  agent_too_old: { program: string; version: string; needs: string; package?: string };
  folder_missing: { path: string; role: string };
  folder_unusable: { path: string; reason: Reason };
  project_taken: { session: string; folder: string };
  /** Scripted agents are wanted where a person's work is; `unread`: documents that cannot be read. */
  play_refused: { folder: string; commands: number; knowledge: number; unread: number };
  /** Scripted agents and others are wanted on one board. */
  play_mixed: { roles: readonly string[] };
  /** `folder`: the project's; `approve`: the line that shows what it chooses, and asks. */
  unapproved: { formation: string; folder: string; approve: string };
  session_taken: { session: string; folder?: string | undefined };
  session_too_long: { path: string; bytes: number; limit: number };
  /** `folder`: where the command was typed; undefined where it asked for every army. */
  army_none: { folder?: string };
  /** `folder`: where the command was typed. */
  army_not_here: { folder: string; armies: readonly OtherArmy[] };
  /** `folder`: the army's; `second`: the line that raises a second army all the same. */
  army_above: { session: string; folder: string; second: string };
  army_here: { session: string; second: string };
  /** It was dismissed; one of the same name is another army. */
  army_over: { session: string };
  army_unknown: { session: string; sessions: readonly string[] };
  army_ambiguous: { armies: readonly OtherArmy[] };
  past_army_unknown: { army: string; sessions: readonly string[] };
  army_not_live: { session: string };
  army_elsewhere: { session: string; folder: string };
  agent_argument: { role: string; argument: string };
  agent_mode: { role: string; agent: string; mode: string };
  army_hidden: { session: string; mux: string; running: number; server: number };
  not_ended: { session: string; pids: readonly number[] };
  no_terminal: { command: string };
  here_unusable: { reason: string };
  not_confirmed: { session: string };
  interrupted: { at: 'question' | 'summons' };
  terminal_too_small: { columns: number; rows: number; needColumns: number; needRows: number };
  unknown_role: { role: string; roles: readonly string[]; like?: string };
  /** `more`: the count stopped before the end. */
  body_too_long: { bytes: number; limit: number; more?: boolean };
  body_encoded_too_long: { bytes: number; limit: number };
  subject_too_long: { characters: number; limit: number };
  task_too_long: { characters: number; limit: number };
  arguments_invalid: { tool: string; issues: string };
  unknown_tool: { tool: string; tools: readonly string[] };
  id_exhausted: { attempts: number };
  unknown_type: { type: string; types: readonly string[] };
  unknown_entry: { id: string; role: string };
  queue_missing: { path: string };
  queue_locked: { path: string; holder: number };
  document_invalid: { path: string; line?: number | undefined; reason: string };
  document_too_large: { path: string; bytes: number; limit: number };
  board_off: { session: string };
  not_your_duty: { role: string; duty: string };
  not_a_specialist: { role: string; specialists: readonly string[] };
  unknown_command: { id: string; known: readonly string[] };
  unknown_task: { id: string };
  no_task: { role: string };
  not_your_task: { id: string; owner: string };
  illegal_move: { id: string; from: string; to: string; allowed: readonly string[] };
  dependency_cycle: { cycle: readonly string[] };
  task_has_dependents: { id: string; dependents: readonly string[] };
  command_closed: { id: string };
  other_command: { id: string; command: string };
  reason_missing: { id: string };
  gaps_contradict: { meets: boolean };
  unknown_criterion: { number: string; count: number };
  not_reported: { id: string; status: string };
  already_evaluated: { id: string };
  bug: { message: string };
}

/** An army that may be meant, and what a person types to mean it. */
export interface OtherArmy {
  session: string;
  folder: string;
  line: string;
}

/** Why a file of a person's, a folder or an answer of a multiplexer cannot be used. */
export interface ReasonData {
  not_valid: object;
  unknown_key: { key: string };
  /** Only a person's own configuration may name a program to run. */
  project_command: object;
  /** In the description of an agent of a formation's own. */
  program_relative: { program: string };
  variable_name: { name: string };
  mcp_ways: object;
  /** `said`: the words of the expression's own compiler. */
  pattern_invalid: { said: string };
  pattern_repeats: object;
  pattern_without_text: object;
  pattern_fits_empty: object;
  custom_seat_key: { key: string };
  other_name: { name: string };
  reserved_name: { name: 'all' | 'human' };
  role_twice: { role: string };
  role_unknown: { role: string };
  duty_taken: { role: string; duty: string };
  duty_missing: { duty: string };
  duty_single: { duty: string };
  copy_name_taken: { name: string };
  copy_name_too_long: { name: string };
  tab_twice: { tab: string };
  tab_too_full: { tab: string; panes: number; most: number };
  pane_twice: { role: string };
  pane_missing: { role: string };
  size_in_grid: object;
  size_of_counted: { role: string };
  sizes_wrong: { tab: string; sum: number };
  control_character: { character: string };
  ritual_empty: object;
  ritual_is_command: object;
  not_a_file: object;
  file_missing: object;
  file_too_large: { kib: number };
  not_utf8: object;
  not_readable: { errno: string };
  link_to_nothing: object;
  symlink: object;
  not_a_directory: object;
  session_not_up: object;
  session_left: object;
  session_ended_at_once: object;
  pane_not_seen: object;
  pane_unknown: { pane: string };
  tab_unknown: object;
  answer_empty: object;
  answer_late: { ms: number };
  answer_unexpected: { line: string };
  timed_out: object;
  /** An exit code, or the name of a signal. */
  exited: { end: string };
}

export type CodedReason = {
  [C in keyof ReasonData]: { code: C } & ReasonData[C];
}[keyof ReasonData];

/** A string holds the words of another: of zod, the YAML parser, a program, or the system's error code. */
export type Reason = string | CodedReason;

export type ErrorCode = keyof ErrorData;

export class OvldError<C extends ErrorCode = ErrorCode> extends Error {
  /** By its name: the program is built as several files, and each of them has this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'OvldError' && 'code' in value;
  }

  readonly code: C;
  readonly data: ErrorData[C];

  constructor(code: C, data: ErrorData[C], options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'OvldError';
    this.code = code;
    this.data = data;
  }
}

/** Why a stored message could not be announced. Not an error: the message is safe. */
export const wakeFailures = [
  'no_mux',
  'no_pane',
  'pane_dead',
  'dialog_open',
  'draft_present',
  'agent_busy',
  'copy_mode',
  'pane_hidden',
  'no_client',
  'not_ready',
  'interrupted',
  'screen_unknown',
  'not_shown',
  'ring_timeout',
  'ring_failed',
  'flag_failed',
  'held',
  'slowed',
  'paused',
  'limited',
] as const;

export type WakeFailure = (typeof wakeFailures)[number];
