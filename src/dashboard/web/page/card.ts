import type { RoleSight } from '../../../lookout/picture.ts';
import { readableLine } from '../view/readable.ts';
import { createAgeNode, setAge } from './ages.ts';
import { titleOf, type Context } from './context.ts';
import { el, setText, setTextOrHide, setAttribute, type Row } from './dom.ts';
import { createStateGlyph } from './glyph.ts';
import { formatClock } from './letter-row.ts';

/** One role on the stage; a click opens its sheet. */
export function createRoleCard(
  { texts, language, openRole }: Context,
  { role }: RoleSight,
): Row<RoleSight> & {
  node: HTMLButtonElement;
} {
  const { card } = texts;
  const glyph = createStateGlyph();
  const title = el('span', { class: 'card-title' });
  const state = el('span', { class: 'card-state' });
  const count = el('span', {});
  const unreadWord = el('span', { class: 'unseen' }, ` ${card.unreadWord}`);
  const unread = el('span', { class: 'badge' }, count, unreadWord);
  const task = el('span', { class: 'card-task' });
  const note = el('span', { class: 'card-note' });
  const wake = el('span', { class: 'card-wake' });
  const wakeAge = createAgeNode();
  const node = el(
    'button',
    { class: 'card', type: 'button', 'data-role': role, click: () => openRole(role) },
    el('span', { class: 'card-head' }, glyph.node, el('b', {}, role)),
    el('span', { class: 'card-sub' }, state, title, unread),
    task,
    el('span', { class: 'card-foot' }, note, el('span', { class: 'card-wakes' }, wake, wakeAge)),
  );

  return {
    node,
    update(sight) {
      glyph.show(sight.agent);
      setAttribute(node, 'data-state', sight.agent);
      const trouble = findTrouble(sight);
      setAttribute(node, 'data-trouble', trouble !== undefined);
      setTextOrHide(title, titleOf(sight, language));
      setText(state, describeState(sight, texts));
      setText(count, String(sight.unread));
      unread.hidden = sight.unread === 0;
      const asked = sight.asks === undefined ? undefined : texts.asks[sight.asks];
      const words = readableLine(sight.task);
      setText(task, asked ?? (words === '' ? card.noTask : words));
      const kind = asked !== undefined ? 'asks' : words === '' ? 'none' : undefined;
      setAttribute(task, 'data-kind', kind);
      setTextOrHide(note, trouble === undefined ? undefined : card[trouble]);
      const { lastWake } = sight;
      const never = trouble === undefined ? card.never : '';
      setText(wake, lastWake === undefined ? never : describeWake(lastWake, texts));
      setAge(wakeAge, lastWake?.at, texts.age);
    },
  };
}

export const describeWake = (
  { by, roundTripMs }: NonNullable<RoleSight['lastWake']>,
  { bell, card, took }: Context['texts'],
): string => card.wake(bell(by), roundTripMs === null ? undefined : took(roundTripMs));

/** The observed state of its agent, and its reported status where that says more. */
function describeState(
  { agent, status, limitedUntil }: RoleSight,
  texts: Context['texts'],
): string {
  if (limitedUntil !== undefined) return texts.limited(formatClock(limitedUntil));
  const seen = texts.agent[agent];
  const said = texts.status[status];
  const same = said === seen || status === 'idle' || (agent === 'busy' && status === 'working');
  return same ? seen : `${seen} · ${said}`;
}

/** The first thing that is wrong, or unusual enough to be on the card. */
function findTrouble(
  sight: RoleSight,
): 'unreachable' | 'relayGone' | 'paused' | 'held' | undefined {
  if (sight.unreachable) return 'unreachable';
  // Of a deaf agent the state says it already.
  if (sight.relay === 'gone' && sight.agent !== 'waiting' && sight.agent !== 'deaf')
    return 'relayGone';
  if (sight.paused) return 'paused';
  return sight.held.length > 0 ? 'held' : undefined;
}
