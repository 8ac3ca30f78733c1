import { localClock } from '../../../kit/local-time.ts';
import type { Picture, RoleSight } from '../../../lookout/picture.ts';
import { formatAgeSince } from '../view/age.ts';
import { readableLine } from '../view/readable.ts';
import { createActButton } from './act-button.ts';
import { describeWake } from './card.ts';
import { titleOf, type Context } from './context.ts';
import { createButton, el, type Child } from './dom.ts';
import { facts, openSheet } from './sheet.ts';

/** All that is known of a role, as it changes, and what a person can do about it. */
export function openRoleSheet(context: Context, role: string, closed: () => void) {
  const { texts } = context;
  const known = el('div', { class: 'role-facts' });
  const acts = el('div', { class: 'acts' });
  const sheet = openSheet(role, texts.acts.close, [acts, known], closed);
  let held: boolean | undefined;

  function drawActs(now: boolean): void {
    if (held === now) return;
    held = now;
    const about = { role };
    const createLeaving = (label: string, then: () => void, kind?: string): HTMLElement => {
      const leave = (): void => {
        sheet.close();
        then();
      };
      return createButton(label, leave, { class: kind });
    };
    const had = acts.contains(document.activeElement);
    acts.replaceChildren(
      createLeaving(texts.acts.write, () => context.compose({ to: role }), 'primary'),
      createActButton(context, texts.acts.ring, 'ring', about),
      now
        ? createActButton(context, texts.acts.release, 'release', about)
        : createActButton(context, texts.acts.hold, 'hold', about),
      createActButton(context, texts.acts.show, 'show', about),
      createLeaving(texts.acts.onlyIts, () => context.filterFeed(role)),
    );
    if (had) acts.querySelectorAll('button')[2]?.focus();
  }

  return {
    draw(picture: Picture): void {
      const sight = picture.roles.find((one) => one.role === role);
      if (sight === undefined) return;
      drawActs(sight.held.length > 0);
      known.replaceChildren(facts(rows(context, sight)));
    },
  };
}

function rows({ texts, language, wakeWords }: Context, sight: RoleSight): [string, Child][] {
  const { card } = texts;
  const now = Date.now();
  const age = (at: string): string => formatAgeSince(at, now, texts.age);
  const unread =
    sight.unread === 0
      ? card.none
      : [
          card.unread(sight.unread),
          sight.oldestUnreadAt && card.oldest(age(sight.oldestUnreadAt)),
        ].join(' · ');
  const { lastWake, lastRing } = sight;
  const wake =
    lastWake === undefined ? card.never : `${describeWake(lastWake, texts)} · ${age(lastWake.at)}`;
  const failed =
    lastRing === undefined || lastRing.outcome === 'rung'
      ? undefined
      : card.notRung(wakeWords(lastRing.outcome));
  const holds = sight.held.map((hold) => {
    const what = hold.with === undefined ? card.held : card.heldWith(hold.with);
    const by = hold.by === 'person' ? card.byPerson : card.byGuard;
    const end =
      hold.until === undefined ? '' : `, ${card.until(localClock(Date.parse(hold.until)))}`;
    return el('div', {}, `${what}, ${by}, ${card.since(age(hold.since))}${end}`);
  });
  const title = titleOf(sight, language);
  return [
    [card.asksTitle, sight.asks && el('strong', { class: 'asks' }, texts.asks[sight.asks])],
    [card.seen, [texts.agent[sight.agent], title].filter(Boolean).join(' · ')],
    [
      card.says,
      `${texts.status[sight.status]} · ${readableLine(sight.task) || card.noTask} · ${age(sight.updatedAt)}`,
    ],
    [card.mail, [unread, sight.unreachable && card.unreachable].filter(Boolean).join(' · ')],
    [card.lastWake, [wake, failed].filter(Boolean).join(' · ')],
    [card.relay, sight.relay === 'alive' ? card.relayAlive : card.relayGone],
    [card.holds, holds.length > 0 && el('div', {}, ...holds)],
    [card.commands, sight.commands.join(', ')],
  ];
}
