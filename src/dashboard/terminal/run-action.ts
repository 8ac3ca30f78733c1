import type { DashboardTexts } from '../../i18n/dashboard.ts';
import type { WakeFailure } from '../../errors.ts';
import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { EVERYBODY } from './key-context.ts';
import { isSameDraft, letterOf, withoutDraft } from './draft.ts';
import { fieldOf, textOf } from './field.ts';
import { selectedMail } from './inbox-panel.ts';
import { letterPage } from './pages.ts';
import {
  nameOf,
  pushView,
  withNotice,
  type Action,
  type Draft,
  type InboxView,
  type Notice,
  type State,
  type View,
} from './state.ts';

/** The outcome of an editor. `aborted`: it failed; `file` has its text where that had changed. */
export type Edited =
  { kind: 'edited'; text: string } | { kind: 'aborted'; file?: string } | { kind: 'missing' };

export interface ActionContext {
  lookout: Lookout;
  texts: DashboardTexts;
  /** The words for why an agent could not be woken. */
  wake: Readonly<Record<WakeFailure, string>>;
  /** Says a failure in one sentence. */
  explain: (error: unknown) => string;
  edit: (text: string) => Promise<Edited>;
  /** Changes the state as it is by then: the person goes on while an action runs. */
  update: (how: (before: State) => State) => void;
}

/** Runs an action and shows its outcome as a notice. Never throws: a failure is a notice too. */
export async function runAction(
  context: ActionContext,
  action: Action,
  asked: State,
): Promise<void> {
  try {
    await perform(context, action, asked);
  } catch (error) {
    context.update((state) => {
      // A message that could not be sent is a draft again.
      const isSend = action.kind === 'send';
      const next = isSend ? updateDraft(state, action.draft, { sending: false }) : state;
      return withNotice(next, 'failed', context.explain(error));
    });
  }
}

async function perform(context: ActionContext, action: Action, asked: State): Promise<void> {
  const { lookout, texts, update } = context;
  const say = (text: string): void => update((state) => withNotice(state, 'done', text));
  // A person who has opened something else meanwhile stays there.
  const open = (view: View): void =>
    update((state) => (isSamePlace(state, asked) ? pushView(state, view) : state));
  switch (action.kind) {
    case 'open': {
      const letter = await lookout.letter(action.to, action.id);
      const sight = lookout.picture().letters.find((one) => nameOf(one) === nameOf(action));
      return letter === undefined
        ? update((state) => withNotice(state, 'failed', texts.done.gone))
        : open(letterPage(letter, sight, texts));
    }
    case 'inbox': {
      const { role } = action;
      return open({ kind: 'inbox', role, letters: await lookout.inbox(role), at: undefined });
    }
    case 'take': {
      const count = await lookout.take(action.ids);
      await reloadInbox(context);
      return say(texts.done.read(count));
    }
    case 'ring': {
      const isRung = await lookout.ring(action.role);
      return say(isRung ? texts.done.rung(action.role) : texts.done.nothingToRing(action.role));
    }
    case 'hold':
      await lookout.hold(action.role);
      return say(texts.done.held(action.role));
    case 'release':
      await lookout.release(action.role);
      return say(texts.done.released(action.role));
    case 'pause':
      return pause(context);
    case 'unpause': {
      const notified = await lookout.unpause();
      return say(notified === undefined ? texts.done.notPaused : texts.done.goesOn);
    }
    case 'show':
      await lookout.show(action.role);
      return say(texts.done.shown(action.role));
    case 'send':
      return send(context, action.draft);
    case 'edit':
      return edit(context, action.draft);
  }
}

/** The same views are open, whatever mail has come into them since. */
const isSamePlace = ({ views }: State, { views: before }: State): boolean =>
  views.length === before.length &&
  views.every((view, i) => {
    const other = before[i];
    const list = view.kind === 'inbox' && other?.kind === 'inbox' && view.role === other.role;
    return view === other || list;
  });

/** Reads the open lists of unread mail again. */
export async function reloadInboxes(context: ActionContext, { views }: State): Promise<void> {
  for (const view of views) {
    if (view.kind === 'inbox') await reloadInbox(context, view.role).catch(() => undefined);
  }
}

async function reloadInbox({ lookout, update }: ActionContext, role: Role = HUMAN): Promise<void> {
  const letters = await lookout.inbox(role);
  update((state) => {
    const views = state.views.map((view) =>
      view.kind === 'inbox' && view.role === role
        ? { ...view, letters, at: reselectMail(view, letters) }
        : view,
    );
    return { ...state, views };
  });
}

/** The id of the selected letter; where that is gone, of the one in its place. */
function reselectMail(view: InboxView, letters: InboxView['letters']): string | undefined {
  const meant = view.letters[selectedMail(view)]?.id;
  if (letters.some(({ id }) => id === meant)) return meant;
  const place = Math.min(selectedMail(view), letters.length - 1);
  return letters[place]?.id;
}

async function pause({ lookout, texts: { done }, wake, update }: ActionContext): Promise<void> {
  const { turns } = await lookout.pause();
  const failed = turns.flatMap(({ role, turn }) =>
    typeof turn === 'string' ? [] : [done.notInterrupted(role, wake[turn.failed])],
  );
  const text = [...failed, done.paused].join(' ');
  update((state) => withNotice(state, failed.length === 0 ? 'done' : 'failed', text));
}

/** Sends a draft. The person's own mail that it answers is read by that. */
async function send(context: ActionContext, draft: Draft): Promise<void> {
  const { lookout, update } = context;
  const { kind, text, left } = await (draft.to === EVERYBODY ? sendToAll : sendToOne)(
    context,
    draft,
  );
  update((state) => {
    // A message that did not reach all roles stays a draft for the others.
    if (left.length > 0) {
      return withNotice(updateDraft(state, draft, { sending: false, left }), kind, text);
    }
    const drafts = withoutDraft(state.drafts, draft);
    const views = state.views.filter((view) => view.kind !== 'draft' || !isSameDraft(view, draft));
    return withNotice({ ...state, drafts, views }, kind, text);
  });
  const { answers } = draft;
  if (answers?.to !== HUMAN || (await lookout.take([answers.id])) === 0) return;
  await reloadInbox(context);
}

/** `left`: the roles it has not reached. */
type SendResult = Notice & { left: readonly Role[] };

async function sendToOne(
  { lookout, texts: { done }, wake: reasons }: ActionContext,
  draft: Draft,
): Promise<SendResult> {
  const { to } = draft;
  const { wake } = await lookout.send(to, letterOf(draft));
  const text = typeof wake === 'string' ? done.sent(to) : done.notWoken(to, reasons[wake.failed]);
  return { kind: 'done', text, left: [] };
}

async function sendToAll(
  { lookout, texts, explain }: ActionContext,
  draft: Draft,
): Promise<SendResult> {
  const letter = letterOf(draft);
  const outcomes: Awaited<ReturnType<Lookout['sendAll']>> =
    draft.left === undefined
      ? await lookout.sendAll(letter)
      : await Promise.all(
          draft.left.map((to) =>
            lookout.send(to, letter).then(
              (sent) => ({ to, ...sent }),
              (error: unknown) => ({ to, delivered: false as const, error }),
            ),
          ),
        );
  const failed = outcomes.flatMap((one) => (one.delivered ? [] : [one]));
  if (failed.length === 0) {
    const text = texts.done.sent(outcomes.map(({ to }) => to).join(', '));
    return { kind: 'done', text, left: [] };
  }
  const text = failed.map(({ to, error }) => `${to}: ${explain(error)}`).join('; ');
  return { kind: 'failed', text, left: failed.map(({ to }) => to) };
}

/** Gives the text of a draft to the person's editor and takes it back. */
async function edit({ texts, edit: editor, update }: ActionContext, draft: Draft): Promise<void> {
  const { done } = texts;
  const edited = await editor(textOf(draft.body));
  update((state) => {
    if (edited.kind === 'missing') return withNotice(state, 'failed', done.noEditor);
    if (edited.kind === 'aborted') {
      const { file } = edited;
      const text = file === undefined ? done.editorFailed : done.editorKept(file);
      return withNotice(state, 'failed', text);
    }
    const body = fieldOf(edited.text.replace(/\n$/, ''));
    return updateDraft(state, draft, { body, field: 'body' });
  });
}

/** Changes a draft wherever it is open. */
function updateDraft(state: State, draft: Draft, how: Partial<Draft>): State {
  const views = state.views.map((view) =>
    view.kind === 'draft' && isSameDraft(view, draft) ? { ...view, ...how } : view,
  );
  return { ...state, views };
}
