import { HUMAN } from '../../army/human.ts';
import {
  selectedLetter,
  moveSelection,
  panelsOf,
  selectedRole,
  boardRows,
  selectedIndex,
} from './selection.ts';
import { EVERYBODY, stepFor, type KeyContext } from './key-context.ts';
import { draftTo, isBlank } from './draft.ts';
import type { Key } from '../../terminal/keys.ts';
import { helpPage, documentPage } from './pages.ts';
import { handleDraftKey } from './handle-draft-key.ts';
import { answer, handleInboxKey, handlePageKey } from './handle-view-key.ts';
import {
  findOpenDraft,
  pushView,
  withNotice,
  topView,
  type Notice,
  type RoleAction,
  type State,
  type Step,
} from './state.ts';

/** The next state, and the action that the key asks for. A key clears the notice. */
export function handleKey(context: KeyContext, before: State, key: Key): Step {
  const state = { ...before, notice: undefined };
  if (key.name === 'ctrl' && key.char === 'c') return interrupt(context, before);
  const top = topView(state);
  if (top?.kind === 'draft') return handleDraftKey(context, state, top, key);
  // Typed fast, Esc and a key look like Alt and that key; in a draft they are taken for Alt.
  if (key.name === 'alt') {
    const closed = handleKey(context, before, { name: 'escape' }).state;
    return handleKey(context, closed, { name: 'text', text: key.char });
  }
  if (top?.kind === 'page') return handlePageKey(context, state, top, key);
  if (top?.kind === 'inbox') return handleInboxKey(context, state, top, key);
  if (key.name === 'text' && key.text === 'p') return pauseOrGoOn(context, state, before.notice);
  return handlePanelKey(context, state, key);
}

/** The first press asks, the second does it. */
function pauseOrGoOn({ picture, texts }: KeyContext, state: State, asked?: Notice): Step {
  const isPaused = picture.roles.some(({ paused }) => paused);
  const question = isPaused ? texts.done.askUnpause : texts.done.askPause;
  if (asked?.text !== question) return { state: withNotice(state, 'asks', question) };
  return { state, action: { kind: isPaused ? 'unpause' : 'pause' } };
}

/** With an unsent text in the draft the dashboard asks once before it quits. */
function interrupt({ texts }: KeyContext, state: State): Step {
  const draft = findOpenDraft(state);
  const unsent = draft !== undefined && !isBlank(draft);
  const asked = state.notice?.text === texts.done.draftOpen;
  if (unsent && !asked) return { state: withNotice(state, 'failed', texts.done.draftOpen) };
  return { state: { ...state, quitting: true } };
}

function handlePanelKey(context: KeyContext, state: State, key: Key): Step {
  const { picture, texts } = context;
  const step = stepFor(key);
  if (step !== undefined) return { state: moveSelection(picture, state, step) };
  if (key.name === 'tab' || key.name === 'backTab') {
    const all = panelsOf(picture);
    const at = all.indexOf(state.panel) + (key.name === 'tab' ? 1 : -1) + all.length;
    return { state: { ...state, panel: all[at % all.length] ?? 'roles' } };
  }
  if (key.name === 'enter') return openSelected(context, state);
  if (key.name !== 'text') return { state };
  switch (key.text) {
    case 'q':
      return { state: { ...state, quitting: true } };
    case '?':
      return { state: pushView(state, helpPage(texts, picture)) };
    case 'i':
      return { state, action: { kind: 'inbox', role: HUMAN } };
    case 'a':
    case 'e':
      return answerSelected(context, state, key.text === 'e');
    case 's':
      return withSelectedRole(context, state, (role) => ({
        state: pushView(state, draftTo(state, role)),
      }));
    case 'S':
      return { state: pushView(state, draftTo(state, EVERYBODY)) };
    case 'r':
      return actOnSelected(context, state, 'ring');
    case 'g':
      return actOnSelected(context, state, 'show');
    case 'h': {
      const held = selectedRole(picture, state)?.held.length ?? 0;
      return actOnSelected(context, state, held > 0 ? 'release' : 'hold');
    }
    default:
      return { state };
  }
}

function withSelectedRole(
  { picture, texts }: KeyContext,
  state: State,
  go: (role: string) => Step,
): Step {
  const role = selectedRole(picture, state)?.role;
  return role === undefined ? { state: withNotice(state, 'failed', texts.done.nobody) } : go(role);
}

const actOnSelected = (context: KeyContext, state: State, kind: RoleAction | 'inbox'): Step =>
  withSelectedRole(context, state, (role) => ({ state, action: { kind, role } }));

function openSelected(context: KeyContext, state: State): Step {
  const { picture, texts } = context;
  if (state.panel === 'roles') return actOnSelected(context, state, 'inbox');
  if (state.panel === 'letters') {
    const meant = selectedLetter(picture, state);
    return meant === undefined
      ? { state }
      : { state, action: { kind: 'open', to: meant.to, id: meant.id } };
  }
  const row = boardRows(picture)[selectedIndex(picture, state, 'board')];
  return row === undefined ? { state } : { state: pushView(state, documentPage(row, texts)) };
}

function answerSelected({ picture, texts }: KeyContext, state: State, inEditor: boolean): Step {
  const meant = selectedLetter(picture, state);
  if (meant === undefined) return { state: withNotice(state, 'failed', texts.nobody.letters) };
  return answer(texts, state, { ...meant, subject: meant.subject ?? '' }, inEditor);
}
