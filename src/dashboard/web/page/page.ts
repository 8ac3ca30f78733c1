import { webTexts } from '../../../i18n/web.ts';
import type { Part, Picture } from '../../../lookout/picture.ts';
import { openMailNews } from '../view/mail-news.ts';
import { arrangePicture, mergeChange, type Move } from '../view/merge.ts';
import { titleOf } from '../view/title.ts';
import type { Change } from '../wire.ts';
import { keepAges } from './ages.ts';
import { followArmy } from './follow.ts';
import { openLink, readOwnToken, type LinkState } from './link.ts';
import { openNotices } from './notices.ts';
import { openOwnServer } from './own-server.ts';
import { openScreen, type Screen } from './screen.ts';
import { loadSettings, saveSettings } from './settings.ts';
import { keepAbove } from './sheet.ts';
import { openTitle } from './title.ts';

/** More moves than these in one frame are not shown one by one anyway. */
const MOST_MOVES = 60;
const ALL: readonly Part[] = ['army', 'roles', 'person', 'letters', 'board', 'figures', 'alerts'];

/**
 * The page: one picture, drawn again where it changed. Events only note what is due; everything is drawn
 * once a frame, so that a storm of messages costs no more than the screen can show.
 */
async function startPage(): Promise<void> {
  const settings = loadSettings();
  const texts = () => webTexts[settings.language].page;
  const token = await readOwnToken();
  const notices = openNotices();
  const server = openOwnServer(token ?? '');
  const link = openLink(server, () => settings.language, texts);
  const showTitle = openTitle();
  const mailNews = openMailNews();
  let picture: Picture | undefined;
  let linkState: LinkState = 'joining';
  let moves: Move[] = [];
  const due = new Set<Part>();
  let frame = 0;
  let screen: Screen;

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

  /** What also a tab that is not looked at tells: a hidden page draws no frames. */
  function announce(now: Picture): void {
    showTitle(titleOf(now));
    const from = mailNews(now);
    if (from !== undefined) notices.announce(texts().announced.mail(from));
  }

  function applyChange(change: Change): void {
    if (picture === undefined) return;
    const merged = mergeChange(picture, change);
    ({ picture } = merged);
    if (moves.length < MOST_MOVES) moves.push(...merged.moves);
    announce(picture);
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
        saveSettings(settings);
        applyTheme();
      },
      otherLanguage() {
        settings.language = settings.language === 'ja' ? 'en' : 'ja';
        saveSettings(settings);
        build();
      },
    });
    document.body.replaceChildren(next.node);
    keepAbove(notices.node);
    screen = next;
    applyTheme();
    screen.link(linkState);
    redraw(ALL);
  }

  function applyTheme(): void {
    if (settings.theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = settings.theme;
    screen.theme(settings.theme);
  }

  build();
  keepAges(() => texts().age);
  if (token === undefined) return showState('refused');
  void followArmy(server, {
    state: showState,
    heard(event, data) {
      if (event === 'picture') {
        picture = arrangePicture(data as Picture);
        announce(picture);
        redraw(ALL);
      } else if (event === 'change') applyChange(data as Change);
    },
  });
}

void startPage();
