import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { WakeFailure } from '../../errors.ts';
import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import type { Wake } from '../../relay/nudge.ts';
import { EVERYBODY } from './desk.ts';
import { isSame, letterOf, without } from './draft.ts';
import { fieldOf, textOf } from './field.ts';
import { indexOfMeant } from './inbox-panel.ts';
import { letterPage } from './pages.ts';
import {
  nameOf,
  over,
  told,
  type Act,
  type Draft,
  type InboxView,
  type State,
  type View,
} from './state.ts';

export interface Words {
  texts: DashboardTexts;
  wake: Readonly<Record<WakeFailure, string>>;
  explain: (error: unknown) => string;
}

/** What came of an editor. `aborted`: it ended badly; what it left is in the file, if it left anything new. */
export type Edited =
  { kind: 'edited'; text: string } | { kind: 'aborted'; file?: string } | { kind: 'missing' };

interface Acting {
  lookout: Lookout;
  words: Words;
  edit: (text: string) => Promise<Edited>;
  /** Changes the state as it is by then: a person goes on while an act is under way. */
  update: (how: (before: State) => State) => void;
}

/** Does it, and tells what came of it. Never throws: what failed is said on the screen. */
export async function actOn(acting: Acting, act: Act, asked: State): Promise<void> {
  const { words, update } = acting;
  try {
    await perform(acting, act, asked);
  } catch (error) {
    const calm = (state: State): State => (act.kind === 'send' ? calmed(state, act.draft) : state);
    update((state) => told(calm(state), 'failed', words.explain(error)));
  }
}

async function perform(acting: Acting, act: Act, asked: State): Promise<void> {
  const { lookout, words, update } = acting;
  const { texts } = words;
  const say = (text: string): void => update((state) => told(state, 'done', text));
  // Whoever has gone on meanwhile is not led back.
  const open = (view: View): void =>
    update((state) => (isWhere(state, asked) ? over(state, view) : state));
  switch (act.kind) {
    case 'open': {
      const letter = await lookout.letter(act.to, act.id);
      const sight = lookout.picture().letters.find((one) => nameOf(one) === nameOf(act));
      return letter === undefined
        ? update((state) => told(state, 'failed', texts.done.gone))
        : open(letterPage(letter, sight, texts));
    }
    case 'inbox': {
      const { role } = act;
      const letters = await lookout.inbox(role);
      return open({ kind: 'inbox', role, letters, at: undefined });
    }
    case 'take': {
      const count = await lookout.take(act.ids);
      const letters = await lookout.inbox(HUMAN);
      return update((state) => told(withInbox(state, letters), 'done', texts.done.read(count)));
    }
    case 'ring': {
      const rung = await lookout.ring(act.role);
      return say(rung ? texts.done.rung(act.role) : texts.done.nothingToRing(act.role));
    }
    case 'hold':
      await lookout.hold(act.role);
      return say(texts.done.held(act.role));
    case 'release':
      await lookout.release(act.role);
      return say(texts.done.released(act.role));
    case 'show':
      await lookout.show(act.role);
      return say(texts.done.shown(act.role));
    case 'send':
      return send(acting, act.draft);
    case 'edit':
      return edit(acting, act.draft);
  }
}

/** The same things lie over the panels, whatever has come into them since. */
const isWhere = ({ views }: State, { views: before }: State): boolean =>
  views.length === before.length &&
  views.every((view, i) => {
    const other = before[i];
    const list = view.kind === 'inbox' && other?.kind === 'inbox' && view.role === other.role;
    return view === other || list;
  });

/** Lists of unread mail that are open are read again: what they show has changed. */
export async function readAgain({ lookout, update }: Acting, state: State): Promise<void> {
  for (const view of state.views) {
    if (view.kind !== 'inbox') continue;
    const letters = await lookout.inbox(view.role).catch(() => undefined);
    if (letters !== undefined) update((now) => withInbox(now, letters, view.role));
  }
}

/** An open list shows what is in it by now. */
function withInbox(
  state: State,
  letters: Awaited<ReturnType<Lookout['inbox']>>,
  role: Role = HUMAN,
): State {
  const views = state.views.map((view) =>
    view.kind === 'inbox' && view.role === role
      ? { ...view, letters, at: stillMeant(view, letters) }
      : view,
  );
  return { ...state, views };
}

/** The same letter wherever it is by now; where it is gone, the one that took its place. */
function stillMeant(view: InboxView, letters: InboxView['letters']): string | undefined {
  const meant = view.letters[indexOfMeant(view)]?.id;
  if (letters.some(({ id }) => id === meant)) return meant;
  const place = Math.min(indexOfMeant(view), letters.length - 1);
  return letters[place]?.id;
}

/** Whoever answers mail of their own has read it. */
async function send({ lookout, words, update }: Acting, draft: Draft): Promise<void> {
  const letter = letterOf(draft);
  const said =
    draft.to === EVERYBODY
      ? await toAll(lookout, letter, draft.left, words)
      : outcome(draft.to, (await lookout.send(draft.to, letter)).wake, words);
  update((state) => {
    // What did not reach everybody is still a draft, for those.
    if (said.left.length > 0) {
      const again = changed(state, draft, { sending: false, left: said.left });
      return told(again, said.kind, said.text);
    }
    const drafts = without(state.drafts, draft);
    const views = state.views.filter((view) => view.kind !== 'draft' || !isSame(view, draft));
    return told({ ...state, drafts, views }, said.kind, said.text);
  });
  const { answers } = draft;
  if (answers?.to !== HUMAN || (await lookout.take([answers.id])) === 0) return;
  const letters = await lookout.inbox(HUMAN);
  update((state) => withInbox(state, letters));
}

interface Said {
  kind: 'done' | 'failed';
  text: string;
  left: readonly Role[];
}

function outcome(to: string, wake: Wake, { texts, wake: reasons }: Words): Said {
  const { done } = texts;
  const text = typeof wake === 'string' ? done.sent(to) : done.notWoken(to, reasons[wake.failed]);
  return { kind: 'done', text, left: [] };
}

async function toAll(
  lookout: Lookout,
  letter: Parameters<Lookout['sendAll']>[0],
  only: Draft['left'],
  { texts, explain }: Words,
): Promise<Said> {
  const outcomes =
    only === undefined ? await lookout.sendAll(letter) : await toSome(lookout, letter, only);
  const failed = outcomes.flatMap((one) => (one.delivered ? [] : [one]));
  if (failed.length === 0) {
    const text = texts.done.sent(outcomes.map(({ to }) => to).join(', '));
    return { kind: 'done', text, left: [] };
  }
  const text = failed.map(({ to, error }) => `${to}: ${explain(error)}`).join('; ');
  return { kind: 'failed', text, left: failed.map(({ to }) => to) };
}

type Outcomes = Awaited<ReturnType<Lookout['sendAll']>>;

const toSome = (
  lookout: Lookout,
  letter: Parameters<Lookout['sendAll']>[0],
  roles: readonly Role[],
): Promise<Outcomes> =>
  Promise.all(
    roles.map(async (to) => {
      try {
        return { to, ...(await lookout.send(to, letter)) };
      } catch (error) {
        return { to, delivered: false, error };
      }
    }),
  );

/** The text goes to the person's own editor and comes back into its draft. */
async function edit({ words, edit: editor, update }: Acting, draft: Draft): Promise<void> {
  const { done } = words.texts;
  const edited = await editor(textOf(draft.body));
  update((state) => {
    if (edited.kind === 'missing') return told(state, 'failed', done.noEditor);
    if (edited.kind === 'aborted') {
      const { file } = edited;
      return told(state, 'failed', file === undefined ? done.editorFailed : done.editorKept(file));
    }
    const body = fieldOf(edited.text.replace(/\n$/, ''));
    return changed(state, draft, { body, field: 'body' });
  });
}

/** What could not be sent is a draft again. */
const calmed = (state: State, draft: Draft): State => changed(state, draft, { sending: false });

/** That draft, wherever it is open, in another form. */
function changed(state: State, draft: Draft, how: Partial<Draft>): State {
  const views = state.views.map((view) =>
    view.kind === 'draft' && isSame(view, draft) ? { ...view, ...how } : view,
  );
  return { ...state, views };
}
