import { webTexts } from '../../../i18n/web.ts';
import type { Part, Picture } from '../../../lookout/picture.ts';
import { openMailNews } from '../view/mail-news.ts';
import { arranged, merge, type Move } from '../view/merge.ts';
import type { Change } from '../wire.ts';
import { keepAges } from './ages.ts';
import { follow } from './follow.ts';
import { openLink, ownToken, type LinkState } from './link.ts';
import { openNotices } from './notices.ts';
import { openScreen, type Screen } from './screen.ts';
import { keep, loadSettings } from './settings.ts';
import { keepAbove } from './sheet.ts';

/** More moves than these in one frame are not shown one by one anyway. */
const MOST_MOVES = 60;
const ALL: readonly Part[] = ['army', 'roles', 'person', 'letters', 'board', 'figures', 'alerts'];

/**
 * The page: one picture, drawn again where it changed. Events only note what is due; everything is drawn
 * once a frame, so that a storm of messages costs no more than the screen can show.
 */
async function start(): Promise<void> {
  const settings = loadSettings();
  const token = await ownToken();
  const notices = openNotices();
  const link = openLink(
    token ?? '',
    () => settings.language,
    (seconds) => texts().slow(seconds),
  );
  const mailNews = openMailNews();
  let picture: Picture | undefined;
  let linkState: LinkState = 'joining';
  let moves: Move[] = [];
  const due = new Set<Part>();
  let frame = 0;
  let screen: Screen;

  const texts = () => webTexts[settings.language].page;
  const paint = (): void => {
    frame = 0;
    if (picture === undefined) return;
    const parts = new Set(due);
    due.clear();
    const moved = moves;
    moves = [];
    screen.draw(picture, parts, moved);
  };
  const redraw = (parts: Iterable<Part>): void => {
    for (const part of parts) due.add(part);
    frame ||= requestAnimationFrame(paint);
  };
  const showState = (state: LinkState): void => {
    linkState = state;
    screen.link(state);
  };

  function tellOfMail(now: Picture): void {
    const from = mailNews(now);
    if (from !== undefined) notices.announce(texts().announced.mail(from));
  }

  function changed(change: Change): void {
    if (picture === undefined) return;
    const merged = merge(picture, change);
    ({ picture } = merged);
    if (moves.length < MOST_MOVES) moves.push(...merged.moves);
    tellOfMail(picture);
    redraw(Object.keys(change) as Part[]);
  }

  function build(): void {
    document.documentElement.lang = settings.language;
    const next = openScreen({
      settings,
      link,
      notices,
      picture: () => picture,
      changed() {
        keep(settings);
        theme();
      },
      otherLanguage() {
        settings.language = settings.language === 'ja' ? 'en' : 'ja';
        keep(settings);
        build();
      },
    });
    document.body.replaceChildren(next.node);
    keepAbove(notices.node);
    screen = next;
    theme();
    screen.link(linkState);
    redraw(ALL);
  }

  function theme(): void {
    if (settings.theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = settings.theme;
    screen.theme(settings.theme);
  }

  build();
  keepAges(() => texts().age);
  if (token === undefined) return showState('refused');
  void follow(token, {
    state: showState,
    heard(event, data) {
      if (event === 'picture') {
        picture = arranged(data as Picture);
        tellOfMail(picture);
        redraw(ALL);
      } else if (event === 'change') changed(data as Change);
    },
  });
}

void start();
