import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { WakeFailure } from '../../errors.ts';
import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import type { Wake } from '../../relay/nudge.ts';
import { EVERYBODY } from './desk.ts';
import { letterOf } from './draft.ts';
import { fieldOf, textOf } from './field.ts';
import { letterPage } from './pages.ts';
import { instead, over, told, topOf, type Act, type Draft, type State } from './state.ts';

export interface Words {
  texts: DashboardTexts;
  wake: Readonly<Record<WakeFailure, string>>;
  explain: (error: unknown) => string;
}

interface Acting {
  lookout: Lookout;
  words: Words;
  edit: (text: string) => Promise<string | undefined>;
  /** Changes the state as it is by then: a person goes on while an act is under way. */
  update: (how: (before: State) => State) => void;
}

/** Does it, and tells what came of it. Never throws: what failed is said on the screen. */
export async function actOn(acting: Acting, act: Act): Promise<void> {
  const { words, update } = acting;
  try {
    await perform(acting, act);
  } catch (error) {
    update((state) => told(calmed(state), 'failed', words.explain(error)));
  }
}

async function perform(acting: Acting, act: Act): Promise<void> {
  const { lookout, words, update } = acting;
  const { texts } = words;
  const say = (text: string): void => update((state) => told(state, 'done', text));
  switch (act.kind) {
    case 'open': {
      const letter = await lookout.letter(act.to, act.id);
      const sight = lookout.picture().letters.find(({ id }) => id === act.id);
      return letter === undefined
        ? update((state) => told(state, 'failed', texts.done.gone))
        : update((state) => over(state, letterPage(letter, sight, texts)));
    }
    case 'inbox': {
      const { role } = act;
      const letters = await lookout.inbox(role);
      return update((state) => over(state, { kind: 'inbox', role, letters, at: 0 }));
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
      ? { ...view, letters, at: Math.max(0, Math.min(view.at, letters.length - 1)) }
      : view,
  );
  return { ...state, views };
}

/** Whoever answers mail of their own has read it. */
async function send({ lookout, words, update }: Acting, draft: Draft): Promise<void> {
  const letter = letterOf(draft);
  const said =
    draft.to === EVERYBODY
      ? await toAll(lookout, letter, words)
      : outcome(draft.to, (await lookout.send(draft.to, letter)).wake, words);
  update((state) => {
    const { [draft.to]: _sent, ...drafts } = state.drafts;
    const views = state.views.filter((view) => view.kind !== 'draft');
    return told({ ...state, drafts, views }, said.kind, said.text);
  });
  const { answers } = draft;
  if (answers === undefined) return;
  const mine = lookout.picture().letters.some(({ id, to }) => id === answers && to === HUMAN);
  if (!mine || (await lookout.take([answers])) === 0) return;
  const letters = await lookout.inbox(HUMAN);
  update((state) => withInbox(state, letters));
}

interface Said {
  kind: 'done' | 'failed';
  text: string;
}

function outcome(to: string, wake: Wake, { texts, wake: reasons }: Words): Said {
  if (typeof wake === 'string') return { kind: 'done', text: texts.done.sent(to) };
  return { kind: 'done', text: texts.done.notWoken(to, reasons[wake.failed]) };
}

async function toAll(
  lookout: Lookout,
  letter: Parameters<Lookout['sendAll']>[0],
  { texts, explain }: Words,
): Promise<Said> {
  const outcomes = await lookout.sendAll(letter);
  const failed = outcomes.flatMap((one) =>
    one.delivered ? [] : [`${one.to}: ${explain(one.error)}`],
  );
  if (failed.length > 0) return { kind: 'failed', text: failed.join('; ') };
  return { kind: 'done', text: texts.done.sent(outcomes.map(({ to }) => to).join(', ')) };
}

/** The text goes to the person's own editor and comes back into the open draft. */
async function edit({ words, edit: editor, update }: Acting, draft: Draft): Promise<void> {
  const edited = await editor(textOf(draft.body));
  update((state) => {
    const top = topOf(state);
    if (edited === undefined) return told(state, 'failed', words.texts.done.noEditor);
    if (top?.kind !== 'draft') return state;
    return instead(state, { ...top, body: fieldOf(edited.replace(/\n$/, '')), field: 'body' });
  });
}

/** What could not be sent is a draft again. */
function calmed(state: State): State {
  const views = state.views.map((view) =>
    view.kind === 'draft' ? { ...view, sending: false } : view,
  );
  return { ...state, views };
}
