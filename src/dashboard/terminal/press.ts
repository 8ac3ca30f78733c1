import { HUMAN } from '../../army/human.ts';
import { letterMeant, moved, panelsOf, roleMeant, boardRows, indexIn } from './choose.ts';
import { EVERYBODY, stepOf, type Desk } from './desk.ts';
import { answerTo, draftTo, isBlank } from './draft.ts';
import type { Key } from './key.ts';
import { helpPage, paperPage } from './pages.ts';
import { pressInDraft } from './press-draft.ts';
import { pressInInbox, pressInPage } from './press-view.ts';
import { draftIn, over, told, topOf, type Act, type State, type Step } from './state.ts';

/** What a key does. A notice has been seen by then. */
export function press(desk: Desk, before: State, key: Key): Step {
  const state = { ...before, notice: undefined };
  if (key.name === 'ctrl' && key.char === 'c') return interrupt(desk, before);
  const top = topOf(state);
  if (top?.kind === 'draft') return pressInDraft(desk, state, top, key);
  // Typed fast, Esc and a key cannot be told from Alt and that key: only where nobody writes.
  if (key.name === 'alt') {
    const closed = press(desk, before, { name: 'escape' }).state;
    return press(desk, closed, { name: 'char', char: key.char });
  }
  if (top?.kind === 'page') return pressInPage(desk, state, top, key);
  if (top?.kind === 'inbox') return pressInInbox(desk, state, top, key);
  return pressInPanels(desk, state, key);
}

/** A text that is not sent costs a second thought. */
function interrupt({ texts }: Desk, state: State): Step {
  const draft = draftIn(state);
  const unsent = draft !== undefined && !isBlank(draft);
  const asked = state.notice?.text === texts.done.draftOpen;
  if (unsent && !asked) return { state: told(state, 'failed', texts.done.draftOpen) };
  return { state: { ...state, quitting: true } };
}

function pressInPanels(desk: Desk, state: State, key: Key): Step {
  const { picture, texts } = desk;
  const step = stepOf(key);
  if (step !== undefined) return { state: moved(picture, state, step) };
  if (key.name === 'tab' || key.name === 'backTab') {
    const all = panelsOf(picture);
    const at = all.indexOf(state.panel) + (key.name === 'tab' ? 1 : -1) + all.length;
    return { state: { ...state, panel: all[at % all.length] ?? 'roles' } };
  }
  if (key.name === 'enter') return opened(desk, state);
  if (key.name !== 'char') return { state };
  switch (key.char) {
    case 'q':
      return { state: { ...state, quitting: true } };
    case '?':
      return { state: over(state, helpPage(texts)) };
    case 'i':
      return { state, act: { kind: 'inbox', role: HUMAN } };
    case 'a':
    case 'e':
      return answering(desk, state, key.char === 'e');
    case 's':
      return aboutRole(desk, state, (role) => ({ state: over(state, draftTo(state, role)) }));
    case 'S':
      return { state: over(state, draftTo(state, EVERYBODY)) };
    case 'r':
      return acting(desk, state, 'ring');
    case 'g':
      return acting(desk, state, 'show');
    case 'h': {
      const held = roleMeant(picture, state)?.held.length ?? 0;
      return acting(desk, state, held > 0 ? 'release' : 'hold');
    }
    default:
      return { state };
  }
}

function aboutRole({ picture, texts }: Desk, state: State, go: (role: string) => Step): Step {
  const role = roleMeant(picture, state)?.role;
  return role === undefined ? { state: told(state, 'failed', texts.done.nobody) } : go(role);
}

const acting = (desk: Desk, state: State, kind: 'ring' | 'hold' | 'release' | 'show'): Step =>
  aboutRole(desk, state, (role): Step => {
    const act: Act = { kind, role };
    return { state, act };
  });

function opened(desk: Desk, state: State): Step {
  const { picture, texts } = desk;
  if (state.panel === 'roles') {
    return aboutRole(desk, state, (role) => ({ state, act: { kind: 'inbox', role } }));
  }
  if (state.panel === 'letters') {
    const meant = letterMeant(picture, state);
    return meant === undefined
      ? { state }
      : { state, act: { kind: 'open', to: meant.to, id: meant.id } };
  }
  const row = boardRows(picture)[indexIn(picture, state, 'board')];
  return row === undefined ? { state } : { state: over(state, paperPage(row, texts)) };
}

function answering({ picture, texts }: Desk, state: State, inEditor: boolean): Step {
  const meant = letterMeant(picture, state);
  if (meant === undefined) return { state: told(state, 'failed', texts.nobody.letters) };
  if (meant.from === HUMAN) return { state: told(state, 'failed', texts.done.notToYourself) };
  const draft = answerTo(state, { ...meant, subject: meant.subject ?? '' });
  const next = over(state, draft);
  return inEditor ? { state: next, act: { kind: 'edit', draft } } : { state: next };
}
