import { HUMAN } from '../../../army/human.ts';
import type { LetterSight, Picture } from '../../../lookout/picture.ts';
import { keyOf } from '../view/merge.ts';
import { filterUnread } from '../view/own-mail.ts';
import type { Context, View } from './context.ts';
import { createButton, el, keepRows, setText, setTextOrHide } from './dom.ts';
import { createLetterRow } from './letter-row.ts';
import { openOwnInbox } from './own-inbox.ts';

/** Letters drawn before `older` is pressed. */
const PAGE = 50;
const MOST_TAKEN = 1000;

/** What was sent, newest first, each with how far it has come. */
export function createFeedView(context: Context) {
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
  const readAll = createButton(texts.acts.readAll, () => void takeAll(), { class: 'small' });
  const list = el('ol', { class: 'letters', keydown: moveFocus });
  const empty = el('p', { class: 'empty' }, texts.feed.empty);
  const older = createButton(texts.acts.older, showOlder, { class: 'older' });
  const drawRows = keepRows<LetterSight>(list, keyOf, (letter) => createLetterRow(context, letter));
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

  function showOlder(): void {
    most += PAGE;
    redraw();
  }

  function redraw(): void {
    const picture = context.picture();
    if (picture !== undefined) draw(picture);
  }

  function draw(picture: Picture): void {
    fillChoices(picture);
    const wanted = filterLetters(picture);
    drawn = wanted.slice(-most).toReversed();
    drawRows(drawn);
    empty.hidden = wanted.length > 0;
    older.hidden = wanted.length <= most;
    const { waiting } = picture.figures;
    setTextOrHide(owed, waiting > 0 ? texts.feed.owed(waiting) : undefined);
    const mine = shownUnread().length;
    readAll.hidden = picture.person.unread === 0 || who !== HUMAN;
    const all = mine === 0 || mine >= picture.person.unread;
    setText(readAll, all ? texts.acts.readAll : texts.feed.readShown(mine));
  }

  function filterLetters(picture: Picture): readonly LetterSight[] {
    if (who === undefined) return picture.letters;
    if (who === HUMAN) return own.letters(picture);
    return picture.letters.filter(({ from, to }) => from === who || to === who);
  }

  /** Only letters that were shown can be marked as read. */
  const shownUnread = (): readonly LetterSight[] => filterUnread(drawn).slice(0, MOST_TAKEN);

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

  function moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest('li');
    if (step === undefined || row === null) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    if (next === null) return;
    event.preventDefault();
    next.querySelector('button')?.focus();
  }

  const view: View = {
    node,
    draw(picture, parts) {
      if (['letters', 'figures', 'person', 'roles'].some((part) => parts.has(part as never))) {
        draw(picture);
      }
    },
  };
  return { ...view, filter };
}
