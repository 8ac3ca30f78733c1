import { runAction, reloadInboxes, type ActionContext } from './run-action.ts';
import { unsentDrafts } from './draft.ts';
import { drawFrame, pageRoom, type Frame } from './frame.ts';
import { drawHeader } from './header.ts';
import type { Key } from '../../terminal/keys.ts';
import { handleKey } from './handle-key.ts';
import { trackAges, type DrawContext } from './draw-context.ts';
import { initialState, topView, type State } from './state.ts';

export interface Size {
  columns: number;
  rows: number;
}

export interface ControllerOptions extends Omit<ActionContext, 'update'> {
  questions: DrawContext['questions'];
  now: () => number;
  size: () => Size;
  /** Called after every change that may look different. */
  onChange: () => void;
  /** Letters typed on after a message has gone are no commands until typing pauses for so long. */
  pauseMs?: number;
}

/** A timer of Node overflows above 24 days. */
const LONGEST_TIMER_MS = 86_400_000;
/** Ages change at many moments; for them a screen is drawn anew this often at most. */
const AGEING_MS = 30_000;
const TYPING_PAUSE_MS = 400;

/** The state of one dashboard. Keys, the lookout and passing time change it. */
export function openController(options: ControllerOptions) {
  const { lookout, texts, wake, questions, pauseMs = TYPING_PAUSE_MS } = options;
  let state: State = initialState;
  let drawn: Frame | undefined;
  let timer: NodeJS.Timeout | undefined;
  let agedAt = -Infinity;
  /** Ids of the unread mail that was on the screen since its list is open. */
  let shown: ReadonlySet<string> = new Set();
  let closed = false;
  let typingPause: NodeJS.Timeout | undefined;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));

  const contextAt = (now: number): DrawContext => {
    const ages = trackAges(now, texts);
    return { picture: lookout.picture(), state, texts, wake, questions, ...options.size(), ages };
  };
  const draw = (): Frame => {
    const now = options.now();
    const context = contextAt(now);
    const frame = drawFrame(context);
    shown = new Set([...(topView(state) === undefined ? [] : shown), ...frame.mail]);
    clearTimeout(timer);
    const nextMs = context.ages.nextChangeMs();
    if (Number.isFinite(nextMs) && !closed) {
      const dueMs = Math.max(nextMs + 1, agedAt + AGEING_MS - now);
      timer = setTimeout(age, Math.min(dueMs, LONGEST_TIMER_MS));
    }
    return frame;
  };
  function age(): void {
    agedAt = options.now();
    changed();
  }
  function changed(): void {
    drawn = undefined;
    if (!closed) options.onChange();
  }
  const setState = (next: State): void => {
    if (closed || next === state) return;
    const [before, after] = [topView(state), topView(next)];
    if (before?.kind === 'draft' && before.sending && after?.kind !== 'draft') waitForPause();
    state = next;
    if (state.quitting) leave();
    changed();
  };
  function waitForPause(): void {
    clearTimeout(typingPause);
    if (pauseMs > 0) typingPause = setTimeout(() => (typingPause = undefined), pauseMs);
  }
  const update = (how: (before: State) => State): void => setState(how(state));
  const actionContext = { ...options, update };
  const stop = lookout.watch((parts) => {
    changed();
    if (parts.has('person') || parts.has('roles')) void reloadInboxes(actionContext, state);
  });

  function pressOne(key: Key): void {
    if (typingPause !== undefined && (key.name === 'text' || key.name === 'alt')) {
      return waitForPause();
    }
    const header = drawHeader(contextAt(options.now())).length;
    const page = pageRoom(options.size(), header);
    const step = handleKey({ picture: lookout.picture(), texts, page, shown }, state, key);
    setState(step.state);
    if (step.action !== undefined) void runAction(actionContext, step.action, step.state);
  }

  return {
    frame: (): Frame => (drawn ??= draw()),
    press: (key: Key): void => singleKeys(key).forEach(pressOne),
    resized: changed,
    /** Texts that were written and not sent. */
    unsent: () => unsentDrafts(state),
    /** Resolves when the person leaves. */
    left,
    close(): void {
      closed = true;
      clearTimeout(timer);
      clearTimeout(typingPause);
      stop();
    },
  };
}

/** Of a typed run each character by itself; of a paste what can be shown; Alt only with a letter or digit. */
function singleKeys(key: Key): Key[] {
  if (key.name === 'text') return [...key.text].map((text) => ({ name: 'text', text }));
  if (key.name === 'alt' && !/^[a-z0-9]$/i.test(key.char)) {
    return [{ name: 'text', text: key.char }];
  }
  if (key.name !== 'pasted') return [key];
  const text = key.text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  return [{ name: 'pasted', text }];
}
