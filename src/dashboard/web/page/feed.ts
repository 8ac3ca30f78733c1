import { HUMAN } from '../../../army/human.ts';
import type { LetterSight, Picture } from '../../../lookout/picture.ts';
import { unreadOf } from '../view/own-mail.ts';
import type { Context, View } from './context.ts';
import { el, keyed, say, sayOrHide } from './dom.ts';
import { letterRow } from './letter-row.ts';
import { openOwnInbox } from './own-inbox.ts';

/** So many are drawn, until somebody asks for older ones. */
const PAGE = 50;
/** So many are marked as read at once. */
const MOST_TAKEN = 1000;

export interface Feed extends View {
  filter(who: string | undefined): void;
}

/** What was sent, newest first, each with how far it has come. */
export function feedView(context: Context): Feed {
  const { texts } = context;
  let who: string | undefined;
  let most = PAGE;
  let choices = '';
  let drawn: readonly LetterSight[] = [];
  const own = openOwnInbox(context, redraw);

  const select = el('select', {
    'aria-label': texts.feed.filter,
    change: () => filter(select.value === '' ? undefined : select.value),
  });
  const owed = el('span', { class: 'count' });
  const readAll = el(
    'button',
    { type: 'button', class: 'small', click: () => void takeAll() },
    texts.acts.readAll,
  );
  const list = el('ol', { class: 'letters', keydown: walk });
  const empty = el('p', { class: 'empty' }, texts.feed.empty);
  const older = el(
    'button',
    {
      type: 'button',
      class: 'older',
      click: () => {
        most += PAGE;
        redraw();
      },
    },
    texts.acts.older,
  );
  const drawRows = keyed<LetterSight>(
    list,
    ({ to, id }) => `${to} ${id}`,
    (letter) => letterRow(context, letter),
  );
  const node = el(
    'div',
    { class: 'feed' },
    el('div', { class: 'feed-bar' }, select, owed, readAll),
    el('div', { class: 'feed-scroll' }, list, empty, older),
  );

  function filter(next: string | undefined): void {
    who = next;
    most = PAGE;
    own.doubt();
    redraw();
  }

  function redraw(): void {
    const picture = context.picture();
    if (picture !== undefined) draw(picture);
  }

  function draw(picture: Picture): void {
    fillChoices(picture);
    const wanted = wantedOf(picture);
    drawn = wanted.slice(-most).toReversed();
    drawRows(drawn);
    empty.hidden = wanted.length > 0;
    older.hidden = wanted.length <= most;
    const { waiting } = picture.figures;
    sayOrHide(owed, waiting > 0 ? texts.feed.owed(waiting) : undefined);
    const mine = shownUnread().length;
    readAll.hidden = picture.person.unread === 0 || who !== HUMAN;
    const all = mine === 0 || mine >= picture.person.unread;
    say(readAll, all ? texts.acts.readAll : texts.feed.readShown(mine));
  }

  function wantedOf(picture: Picture): readonly LetterSight[] {
    if (who === undefined) return picture.letters;
    if (who === HUMAN) return own.letters(picture);
    return picture.letters.filter(({ from, to }) => from === who || to === who);
  }

  /** Nobody has read what was not even shown to them. */
  const shownUnread = (): readonly LetterSight[] => unreadOf(drawn).slice(0, MOST_TAKEN);

  function fillChoices({ roles }: Picture): void {
    const names = roles.map(({ role }) => role);
    if (choices !== names.join(' ')) {
      choices = names.join(' ');
      select.replaceChildren(
        el('option', { value: '' }, texts.feed.everyone),
        el('option', { value: HUMAN }, texts.feed.toYou),
        ...names.map((role) => el('option', { value: role }, role)),
      );
    }
    if (select.value !== (who ?? '')) select.value = who ?? '';
  }

  async function takeAll(): Promise<void> {
    const unread = shownUnread();
    if (unread.length === 0) return context.tell(texts.feed.noneUnread);
    try {
      context.tell(await context.link.act('take', { ids: unread.map(({ id }) => id) }));
      own.doubt();
      redraw();
    } catch (error) {
      context.tell(error instanceof Error ? error.message : texts.failed, true);
    }
  }

  function walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest('li');
    if (step === undefined || row === null) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    if (next === null) return;
    event.preventDefault();
    next.querySelector('button')?.focus();
  }

  say(owed, '');
  return {
    node,
    filter,
    draw(picture, parts) {
      if (['letters', 'figures', 'person', 'roles'].some((part) => parts.has(part as never))) {
        draw(picture);
      }
    },
  };
}
