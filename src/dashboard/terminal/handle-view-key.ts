import { HUMAN } from '../../army/human.ts';
import { stepFor, type KeyContext } from './key-context.ts';
import { answerTo } from './draft.ts';
import { selectedMail } from './inbox-panel.ts';
import type { Key } from '../../terminal/keys.ts';
import { layOutPage } from './lay-out-page.ts';
import {
  popView,
  replaceView,
  pushView,
  withNotice,
  type InboxView,
  type Page,
  type State,
  type Step,
} from './state.ts';

const isLeaveKey = (key: Key): boolean =>
  key.name === 'escape' || key.name === 'left' || (key.name === 'text' && 'q?'.includes(key.text));

/** A key in an open page. */
export function handlePageKey(
  { page: room, texts }: KeyContext,
  state: State,
  page: Page,
  key: Key,
): Step {
  if (isLeaveKey(key)) return { state: popView(state) };
  const rows = room.rows;
  const whole = layOutPage(page, room.columns).length;
  const paged = key.name === 'pageUp' ? -rows : key.name === 'pageDown' ? rows : stepFor(key);
  const step = key.name === 'text' && key.text === ' ' ? rows : paged;
  if (step !== undefined) {
    const top = Math.max(0, Math.min(page.top + step, whole - rows));
    return { state: replaceView(state, { ...page, top }) };
  }
  const { letter } = page;
  if (letter === undefined || key.name !== 'text') return { state };
  if (key.text === 'm' && letter.to === HUMAN) {
    return { state, action: { kind: 'take', ids: [letter.id] } };
  }
  return 'ae'.includes(key.text) ? answer(texts, state, letter, key.text === 'e') : { state };
}

export function answer(
  { done }: KeyContext['texts'],
  state: State,
  letter: Parameters<typeof answerTo>[1],
  inEditor: boolean,
): Step {
  if (letter.from === HUMAN) return { state: withNotice(state, 'failed', done.notToYourself) };
  const draft = answerTo(state, letter);
  const next = pushView(state, draft);
  return inEditor ? { state: next, action: { kind: 'edit', draft } } : { state: next };
}

/** A key in a list of unread mail. Only the person's own mail can be marked as read. */
export function handleInboxKey(
  { texts, shown }: KeyContext,
  state: State,
  inbox: InboxView,
  key: Key,
): Step {
  if (isLeaveKey(key)) return { state: popView(state) };
  const { role, letters } = inbox;
  const at = selectedMail(inbox);
  const step = stepFor(key);
  if (step !== undefined) {
    const to = Math.max(0, Math.min(letters.length - 1, at + step));
    return { state: replaceView(state, { ...inbox, at: letters[to]?.id }) };
  }
  const letter = letters[at];
  if (letter === undefined) return { state };
  if (key.name === 'enter') return { state, action: { kind: 'open', to: role, id: letter.id } };
  if (key.name !== 'text') return { state };
  if (key.text === 'a' && letter.from !== HUMAN) {
    return { state: pushView(state, answerTo(state, { ...letter, to: role })) };
  }
  if (key.text !== 'm' && key.text !== 'M') return { state };
  if (role !== HUMAN) return { state: withNotice(state, 'failed', texts.done.notYours) };
  // Mail that was not on the screen yet is not marked as read.
  const ids =
    key.text === 'M' ? letters.map(({ id }) => id).filter((id) => shown.has(id)) : [letter.id];
  return { state, action: { kind: 'take', ids } };
}
