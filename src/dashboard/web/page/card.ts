import type { RoleSight } from '../../../lookout/picture.ts';
import { readableLine } from '../view/readable.ts';
import { ageNode, clearAge, setAge } from './ages.ts';
import { titleOf, type Context } from './context.ts';
import { el, say, sayOrHide, set, type Row } from './dom.ts';
import { stateGlyph } from './glyph.ts';

/** One role on the stage. Opening it shows the rest, and what can be done. */
export function roleCard(
  { texts, language, openRole }: Context,
  { role }: RoleSight,
): Row<RoleSight> & {
  node: HTMLButtonElement;
} {
  const { card } = texts;
  const glyph = stateGlyph();
  const title = el('span', { class: 'card-title' });
  const state = el('span', { class: 'card-state' });
  const count = el('span', {});
  const unread = el(
    'span',
    { class: 'badge' },
    count,
    el('span', { class: 'unseen' }, ` ${card.unreadWord}`),
  );
  const task = el('span', { class: 'card-task' });
  const note = el('span', { class: 'card-note' });
  const wake = el('span', { class: 'card-wake' });
  const wakeAge = ageNode();
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
      set(node, 'data-state', sight.agent);
      set(node, 'data-trouble', troubleOf(sight) !== undefined);
      sayOrHide(title, titleOf(sight, language));
      say(state, stateWords(sight, texts));
      say(count, String(sight.unread));
      unread.hidden = sight.unread === 0;
      const asked = sight.asks === undefined ? undefined : texts.asks[sight.asks];
      const words = readableLine(sight.task);
      say(task, asked ?? (words === '' ? card.noTask : words));
      set(task, 'data-kind', asked !== undefined ? 'asks' : words === '' ? 'none' : undefined);
      const trouble = troubleOf(sight);
      sayOrHide(note, trouble === undefined ? undefined : card[trouble]);
      const { lastWake } = sight;
      if (lastWake === undefined) {
        say(wake, trouble === undefined ? card.never : '');
        clearAge(wakeAge);
      } else {
        const took = lastWake.roundTripMs === null ? undefined : texts.took(lastWake.roundTripMs);
        say(wake, card.wake(lastWake.by, took));
        setAge(wakeAge, lastWake.at, texts.age);
      }
    },
  };
}

/** What is seen of its agent; what it says of itself where that says more. */
function stateWords({ agent, status }: RoleSight, texts: Context['texts']): string {
  const seen = texts.agent[agent];
  const said = texts.status[status];
  const same = said === seen || status === 'idle' || (agent === 'busy' && status === 'working');
  return same ? seen : `${seen} · ${said}`;
}

/** The first thing that is wrong, or unusual enough to be on the card. */
function troubleOf(sight: RoleSight): 'unreachable' | 'relayGone' | 'held' | undefined {
  if (sight.unreachable) return 'unreachable';
  if (sight.relay === 'gone') return 'relayGone';
  return sight.held.length > 0 ? 'held' : undefined;
}
