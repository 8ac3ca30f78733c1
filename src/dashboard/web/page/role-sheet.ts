import type { Picture, RoleSight } from '../../../lookout/picture.ts';
import { ageOf } from '../view/age.ts';
import { readableLine } from '../view/readable.ts';
import { actButton } from './act-button.ts';
import { titleOf, type Context } from './context.ts';
import { el, type Child } from './dom.ts';
import { facts, openSheet } from './sheet.ts';

export interface RoleSheet {
  draw(picture: Picture): void;
}

/** All that is known of a role, as it changes, and what a person can do about it. */
export function openRoleSheet(context: Context, role: string, closed: () => void): RoleSheet {
  const { texts } = context;
  const known = el('div', { class: 'role-facts' });
  const acts = el('div', { class: 'acts' });
  const sheet = openSheet(role, texts.acts.close, [acts, known], closed);
  let held: boolean | undefined;

  function drawActs(now: boolean): void {
    if (held === now) return;
    held = now;
    const about = { role };
    const leave = (then: () => void) => (): void => {
      sheet.close();
      then();
    };
    const button = (label: string, click: () => void, kind?: string): HTMLElement =>
      el('button', { type: 'button', class: kind, click }, label);
    const had = acts.contains(document.activeElement);
    acts.replaceChildren(
      button(
        texts.acts.write,
        leave(() => context.compose({ to: role })),
        'primary',
      ),
      actButton(context, texts.acts.ring, 'ring', about),
      now
        ? actButton(context, texts.acts.release, 'release', about)
        : actButton(context, texts.acts.hold, 'hold', about),
      actButton(context, texts.acts.show, 'show', about),
      button(
        texts.acts.onlyIts,
        leave(() => context.filterFeed(role)),
      ),
    );
    if (had) acts.querySelectorAll('button')[2]?.focus();
  }

  return {
    draw(picture) {
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
  const age = (at: string): string => ageOf(at, now, texts.age);
  const unread =
    sight.unread === 0
      ? card.none
      : [
          card.unread(sight.unread),
          sight.oldestUnreadAt && card.oldest(age(sight.oldestUnreadAt)),
        ].join(' · ');
  const { lastWake, lastRing } = sight;
  const took = lastWake?.roundTripMs ?? undefined;
  const wake =
    lastWake === undefined
      ? card.never
      : `${card.wake(lastWake.by, took === undefined ? undefined : texts.took(took))} · ${age(lastWake.at)}`;
  const failed =
    lastRing === undefined || lastRing.outcome === 'rung'
      ? undefined
      : card.notRung(wakeWords(lastRing.outcome));
  const holds = sight.held.map((hold) => {
    const what = hold.with === undefined ? card.held : card.heldWith(hold.with);
    const by = hold.by === 'person' ? card.byPerson : card.byGuard;
    return el('div', {}, `${what}, ${by}, ${card.since(age(hold.since))}`);
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
