import type { Question } from '../agent/agent.ts';
import type { AlertKind } from '../army/human.ts';
import type { ArmySight, Stage } from '../lookout/picture.ts';
import type { AgentState, Status } from '../relay/status.ts';
import type { Explanation } from './texts.ts';

type Denied =
  'host' | 'path' | 'method' | 'origin' | 'token' | 'ticket' | 'type' | 'size' | 'json' | 'shape';

/** The dashboard in a browser: its page, and what its server says. */
export interface WebTexts {
  noScript: string;
  denied: Record<Denied, (issues: string) => Explanation>;
  /** What became of an act. */
  done: {
    sent(to: string): string;
    sentAll(delivered: number, of: number): string;
    notWoken(reason: string): string;
    taken(count: number): string;
    ring(role: string, rang: boolean): string;
    hold(role: string, news: boolean): string;
    release(role: string, news: boolean): string;
    shown(role: string): string;
  };
  /** After a message that not everybody got. */
  partly: { hint: string };
  page: WebPageTexts;
}

export interface WebPageTexts {
  skip: string;
  you: string;
  sections: Record<'army' | 'messages' | 'board' | 'knowledge' | 'figures', string>;
  sectionsLabel: string;
  standing: Record<ArmySight['standing'], string>;
  link: Record<'joining' | 'live' | 'lost' | 'stopped' | 'over' | 'refused', string>;
  linkHint: Record<'lost' | 'stopped' | 'over' | 'refused', string>;
  theme: Record<'auto' | 'light' | 'dark', string>;
  themeLabel(now: string): string;
  languageLabel: string;
  agent: Record<AgentState, string>;
  status: Record<Status['status'], string>;
  asks: Record<Question, string>;
  alerts: Record<AlertKind, (role: string) => string>;
  alertsLabel: string;
  dismiss: string;
  stages: Record<Stage, string>;
  /** Coarse: now, 3m, 2h, 4d. */
  age: {
    now: string;
    minutes(n: number): string;
    hours(n: number): string;
    days(n: number): string;
  };
  took(ms: number): string;
  card: {
    open(role: string): string;
    noTask: string;
    unread(count: number): string;
    /** After the number. */
    unreadWord: string;
    oldest(age: string): string;
    wake(by: string, took: string | undefined): string;
    never: string;
    held: string;
    heldWith(role: string): string;
    relayGone: string;
    unreachable: string;
    notRung(why: string): string;
    commands: string;
    says: string;
    seen: string;
    mail: string;
    lastWake: string;
    relay: string;
    relayAlive: string;
    holds: string;
    asksTitle: string;
    since(age: string): string;
    byPerson: string;
    byGuard: string;
    none: string;
  };
  person: { unread(count: number): string; nothing: string; open: string };
  acts: Record<
    | 'write'
    | 'answer'
    | 'ring'
    | 'hold'
    | 'release'
    | 'show'
    | 'read'
    | 'readAll'
    | 'close'
    | 'cancel'
    | 'send'
    | 'older'
    | 'search'
    | 'help'
    | 'onlyIts',
    string
  >;
  feed: {
    filter: string;
    everyone: string;
    toYou: string;
    empty: string;
    noSubject: string;
    urgent: string;
    again(times: number): string;
    path(from: string, to: string): string;
    owed(count: number): string;
    shown(count: number, of: number): string;
    /** Instead of `readAll`, where more are unread than are shown. */
    readShown(count: number): string;
    noneUnread: string;
  };
  letter: {
    title: string;
    loading: string;
    gone: string;
    ladder: string;
    notYet: string;
    id: string;
  };
  compose: {
    title: string;
    to: string;
    all: string;
    subject: string;
    body: string;
    urgent: string;
    hint: string;
    sending: string;
    answering(subject: string): string;
    reply(subject: string): string;
    needs: string;
    /** Those who have not got it yet. */
    rest(roles: readonly string[]): string;
  };
  board: {
    none: string;
    columns: Record<'waits' | 'assigned' | 'in_progress' | 'done', string>;
    empty: string;
    commands: string;
    command: Record<'pending' | 'in_progress' | 'done', string>;
    progress(done: number, of: number): string;
    waitsFor: string;
    blocks: string;
    reason: string;
    queued: string;
    ended: string;
    evaluated: string;
    unevaluated: string;
    gaps: string;
    criteria: string;
    faults: string;
    task(id: string): string;
    deliverables: string;
    context: string;
    persona: string;
    report: string;
    noReport: string;
    scores: string;
    more(count: number): string;
  };
  knowledge: {
    label: string;
    placeholder: string;
    none: string;
    nothing: string;
    found(count: number): string;
    newest: string;
    types: Record<'pattern' | 'lesson', string>;
    from(task: string): string;
  };
  figures: {
    stored: string;
    fetched: string;
    acknowledged: string;
    waiting: string;
    redelivered: string;
    latency: string;
    latencyHint: string;
    bell(by: string): string;
    nobody: string;
    rang(count: number, failed: number): string;
    half(took: string): string;
    most(took: string): string;
    empty: string;
    table: string;
    upTo(edge: string): string;
    over(edge: string): string;
    messages: string;
    took: string;
    summary(by: string, count: number, p50: string, p95: string): string;
  };
  keys: {
    title: string;
    list: readonly (readonly [key: string, does: string])[];
    enabled: string;
  };
  failed: string;
  /** Nobody knows what became of it. */
  slow(seconds: number): string;
  announced: { mail(from: string): string };
}
