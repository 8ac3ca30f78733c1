import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { WakeFailure } from '../../errors.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { actOn, readAgain, type Edited, type Words } from './act.ts';
import { unsentIn } from './draft.ts';
import { frameOf, pageRoom, type Frame } from './frame.ts';
import { headerLines } from './header.ts';
import type { Key } from './key.ts';
import { press } from './press.ts';
import { agesAt, type Question, type Scene } from './scene.ts';
import { beginning, topOf, type Draft, type State } from './state.ts';

export interface Size {
  columns: number;
  rows: number;
}

export interface Controlling {
  lookout: Lookout;
  texts: DashboardTexts;
  wake: Readonly<Record<WakeFailure, string>>;
  questions: Readonly<Record<Question, string>>;
  /** A failure, in one sentence. */
  explain: (error: unknown) => string;
  edit: (text: string) => Promise<Edited>;
  now: () => number;
  size: () => Size;
  /** Whoever goes on typing when their letter has gone means no command: not before a pause so long. */
  pauseMs?: number;
}

/** The state of one dashboard: changed by keys, by what the lookout sees, and by the passing of ages. */
export interface Controller {
  frame: () => Frame;
  /** Called after every change that may look different. Returns how to stop. */
  subscribe: (changed: () => void) => () => void;
  press(key: Key): void;
  resized(): void;
  /** Texts nobody has sent. */
  unsent(): readonly Draft[];
  /** Resolves when the person wants to leave. */
  readonly left: Promise<void>;
  close(): void;
}

/** A timer that is due later than that would overflow. */
const LONGEST_MS = 86_400_000;
/** Many ages change at many moments; a screen is drawn anew for them this often at most. */
const AGEING_MS = 30_000;
const TYPED_ON_MS = 400;

export function openController(parts: Controlling): Controller {
  const { lookout, texts, wake, questions, pauseMs = TYPED_ON_MS } = parts;
  let state: State = beginning;
  let drawn: Frame | undefined;
  let timer: NodeJS.Timeout | undefined;
  let aged = -Infinity;
  /** Of the open list of unread mail: what a person can have seen of it. */
  let shown: ReadonlySet<string> = new Set();
  let closed = false;
  let typingOn: NodeJS.Timeout | undefined;
  const watchers = new Set<() => void>();
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));

  const sceneAt = (now: number): Scene => {
    const { columns, rows } = parts.size();
    const ages = agesAt(now, texts);
    return { picture: lookout.picture(), state, texts, wake, questions, columns, rows, ages };
  };
  const draw = (): Frame => {
    const now = parts.now();
    const scene = sceneAt(now);
    const frame = frameOf(scene);
    shown = new Set([...(topOf(state) === undefined ? [] : shown), ...frame.mail]);
    clearTimeout(timer);
    const next = scene.ages.next();
    // The next change of what is shown as an age; without any there is nothing to wait for.
    if (Number.isFinite(next) && !closed) {
      const due = Math.max(next + 1, aged + AGEING_MS - now);
      timer = setTimeout(age, Math.min(due, LONGEST_MS));
    }
    return frame;
  };
  function age(): void {
    aged = parts.now();
    changed();
  }
  function changed(): void {
    drawn = undefined;
    for (const told of watchers) told();
  }
  const become = (next: State): void => {
    if (closed || next === state) return;
    const [before, after] = [topOf(state), topOf(next)];
    if (before?.kind === 'draft' && before.sending && after?.kind !== 'draft') waitForPause();
    state = next;
    if (state.quitting) leave();
    changed();
  };
  function waitForPause(): void {
    clearTimeout(typingOn);
    if (pauseMs > 0) typingOn = setTimeout(() => (typingOn = undefined), pauseMs);
  }
  const words: Words = { texts, wake, explain: parts.explain };
  const update = (how: (before: State) => State): void => become(how(state));
  const acting = { lookout, words, edit: parts.edit, update };
  const stop = lookout.watch((told) => {
    changed();
    if (told.has('person') || told.has('roles')) void readAgain(acting, state);
  });

  return {
    frame: () => (drawn ??= draw()),
    subscribe(told) {
      watchers.add(told);
      return () => void watchers.delete(told);
    },
    press(key) {
      if (typingOn !== undefined && (key.name === 'char' || key.name === 'alt')) {
        return waitForPause();
      }
      const picture = lookout.picture();
      const now = parts.now();
      const header = headerLines(sceneAt(now)).length;
      const desk = { picture, texts, page: pageRoom(parts.size(), header), shown };
      const step = press(desk, state, key);
      become(step.state);
      if (step.act !== undefined) void actOn(acting, step.act, step.state);
    },
    resized: changed,
    unsent: () => unsentIn(state),
    left,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(typingOn);
      stop();
      watchers.clear();
    },
  };
}
