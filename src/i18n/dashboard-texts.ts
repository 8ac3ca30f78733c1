import type { AlertKind } from '../army/human.ts';
import type { Stage } from '../lookout/picture.ts';
import type { AgentState, Status } from '../relay/status.ts';

/** What is typed, and what it does. */
export type KeyWords = readonly [keys: string, does: string];

/** `ovld dashboard` in a terminal. */
export interface DashboardTexts {
  about: string;
  examples: { here: string; session: string };
  /** `pane`: of `ovld summon`. */
  flags: { session: string; pane: string };
  panels: Record<'roles' | 'letters' | 'board', string>;
  standing: Record<'gone' | 'over', string>;
  /** In the header. */
  up(age: string): string;
  unread(count: number): string;
  age: Record<'now', string> & Record<'minutes' | 'hours' | 'days', (count: number) => string>;
  columns: Record<'role' | 'agent' | 'unread' | 'oldest' | 'wake' | 'says', string>;
  agent: Record<AgentState, string>;
  status: Record<Status['status'], string>;
  marks: Record<'held' | 'unreachable' | 'asks' | 'noRelay', string>;
  alerts: Record<AlertKind, (role: string, age: string) => string>;
  stages: Record<Stage, string>;
  /** Of all messages there were. */
  figures(stored: number, waiting: number): string;
  urgent: string;
  redelivered(times: number): string;
  /** A message whose text is not to be had any more. */
  lost: string;
  nobody: Record<'letters' | 'board' | 'inbox', string>;
  work: Record<'pending' | 'assigned' | 'in_progress' | 'done' | 'blocked' | 'ended', string>;
  waitsFor(tasks: readonly string[]): string;
  fault(file: string, reason: string): string;
  page: Record<'from' | 'to' | 'subject' | 'sent' | 'stage', string>;
  paper: Record<
    'purpose' | 'criteria' | 'command' | 'objective' | 'deliverables' | 'context' | 'reason',
    string
  >;
  /** Of what is longer than the screen. */
  rows(from: number, to: number, of: number): string;
  inbox: { mine: string; of(role: string): string };
  editor: {
    /** For whom, where it is for all. */
    everybody: string;
    answer(to: string): string;
    write(to: string): string;
    subject: string;
    body: string;
    urgent: string;
  };
  tooSmall(columns: number, rows: number, needColumns: number, needRows: number): string;
  /** What came of what a person did. */
  done: {
    sent(to: string): string;
    notWoken(to: string, why: string): string;
    sending: string;
    cancelled: string;
    empty: string;
    rung(role: string): string;
    nothingToRing(role: string): string;
    held(role: string): string;
    released(role: string): string;
    shown(role: string): string;
    read(count: number): string;
    gone: string;
    notYours: string;
    nobody: string;
    notToYourself: string;
    draftOpen: string;
    noEditor: string;
    editorFailed: string;
    editorKept(file: string): string;
    over: string;
  };
  /** Printed after the terminal is given back. */
  unsent(to: string): string;
  /** Where they are, when nobody may have been there to read them. */
  unsentKept(path: string): string;
  /** By what is shown; the most wanted first, for there may not be room for all. */
  keys: Record<
    'main' | 'page' | 'letter' | 'mine' | 'inbox' | 'editor' | 'subject' | 'over',
    readonly KeyWords[]
  >;
  help: { title: string; keys: readonly KeyWords[]; marks: readonly KeyWords[] };
}
