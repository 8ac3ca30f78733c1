import { HUMAN } from '../../army/human.ts';
import { stepOf, type Desk } from './desk.ts';
import { answerTo } from './draft.ts';
import { indexOfMeant } from './inbox-panel.ts';
import type { Key } from './key.ts';
import { pageLines } from './page-lines.ts';
import {
  back,
  instead,
  over,
  told,
  type InboxView,
  type Page,
  type State,
  type Step,
} from './state.ts';

const leaves = (key: Key): boolean =>
  key.name === 'escape' || key.name === 'left' || (key.name === 'char' && 'q?'.includes(key.char));

/** Keys in something to read. */
export function pressInPage({ page: room, texts }: Desk, state: State, page: Page, key: Key): Step {
  if (leaves(key)) return { state: back(state) };
  const rows = room.rows;
  const whole = pageLines(page, room.columns).length;
  const paged = key.name === 'pageUp' ? -rows : key.name === 'pageDown' ? rows : stepOf(key);
  const step = key.name === 'char' && key.char === ' ' ? rows : paged;
  if (step !== undefined) {
    const top = Math.max(0, Math.min(page.top + step, whole - rows));
    return { state: instead(state, { ...page, top }) };
  }
  const { letter } = page;
  if (letter === undefined || key.name !== 'char') return { state };
  if (key.char === 'm' && letter.to === HUMAN) {
    return { state, act: { kind: 'take', ids: [letter.id] } };
  }
  if (!'ae'.includes(key.char)) return { state };
  if (letter.from === HUMAN) return { state: told(state, 'failed', texts.done.notToYourself) };
  const draft = answerTo(state, letter);
  const next = over(state, draft);
  return key.char === 'e' ? { state: next, act: { kind: 'edit', draft } } : { state: next };
}

/** Keys in a list of unread mail. Only the person's own can be marked read. */
export function pressInInbox(
  { texts, shown }: Desk,
  state: State,
  inbox: InboxView,
  key: Key,
): Step {
  if (leaves(key)) return { state: back(state) };
  const { role, letters } = inbox;
  const at = indexOfMeant(inbox);
  const step = stepOf(key);
  if (step !== undefined) {
    const to = Math.max(0, Math.min(letters.length - 1, at + step));
    return { state: instead(state, { ...inbox, at: letters[to]?.id }) };
  }
  const letter = letters[at];
  if (letter === undefined) return { state };
  if (key.name === 'enter') return { state, act: { kind: 'open', to: role, id: letter.id } };
  if (key.name !== 'char') return { state };
  if (key.char === 'a' && letter.from !== HUMAN) {
    return { state: over(state, answerTo(state, { ...letter, to: role })) };
  }
  if (key.char !== 'm' && key.char !== 'M') return { state };
  if (role !== HUMAN) return { state: told(state, 'failed', texts.done.notYours) };
  // What nobody could see is not read.
  const ids =
    key.char === 'M' ? letters.map(({ id }) => id).filter((id) => shown.has(id)) : [letter.id];
  return { state, act: { kind: 'take', ids } };
}
