import { webTexts } from '../../../i18n/web.ts';
import type { Picture, Part } from '../../../lookout/picture.ts';
import { openDrafts } from '../view/drafts.ts';
import type { Move } from '../view/merge.ts';
import { createAlertsView } from './alerts.ts';
import { createBoardView } from './board.ts';
import { openCompose } from './compose.ts';
import type { Context, View } from './context.ts';
import { el, setTextOrHide } from './dom.ts';
import { createFeedView } from './feed.ts';
import { createFiguresView } from './figures.ts';
import { createHeaderView } from './header.ts';
import { listenToKeys, openKeys, type SingleKey } from './keys.ts';
import { createKnowledgeView } from './knowledge.ts';
import { openLetterSheet } from './letter-sheet.ts';
import type { Link, LinkState } from './link.ts';
import type { Notices } from './notices.ts';
import { openRoleSheet } from './role-sheet.ts';
import type { Settings, Theme } from './settings.ts';
import { createStageView } from './stage.ts';
import { openTaskSheet } from './task-card.ts';

export type Screen = ReturnType<typeof openScreen>;

interface ScreenParts {
  settings: Settings;
  link: Link;
  notices: Notices;
  picture: () => Picture | undefined;
  changed: () => void;
  otherLanguage: () => void;
}

const SECTIONS = ['army', 'messages', 'figures', 'board', 'knowledge'] as const;
type Section = (typeof SECTIONS)[number];
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
/** Shared by the screens of both languages. */
const drafts = openDrafts(sessionStorage);

/** Everything that is seen, in one language. */
export function openScreen(parts: ScreenParts) {
  const { settings, link, notices } = parts;
  const texts = webTexts[settings.language].page;
  let roleSheet: ReturnType<typeof openRoleSheet> | undefined;
  let wakes: Readonly<Record<string, string>> = {};
  const drawRole = (): void => {
    const picture = parts.picture();
    if (picture !== undefined) roleSheet?.draw(picture);
  };
  const context: Context = {
    texts,
    link,
    language: settings.language,
    picture: parts.picture,
    tell: notices.tell,
    wakeWords: (code) => wakes[code] ?? code,
    openRole(role) {
      roleSheet = openRoleSheet(context, role, () => (roleSheet = undefined));
      drawRole();
      if (Object.keys(wakes).length === 0) void learnWords();
    },
    openLetter: (to, id) => openLetterSheet(context, to, id),
    openTask: (id) => openTaskSheet(context, id),
    compose: (wanted = {}) => openCompose(context, drafts, wanted),
    filterFeed(who) {
      feed.filter(who);
      goTo('messages');
    },
  };

  async function learnWords(): Promise<void> {
    try {
      wakes = await link.look<typeof wakes>('/words', {});
      drawRole();
    } catch {
      // The codes are shown instead.
    }
  }

  const keys = { enabled: () => settings.keys, alive: livingKeys };
  const help = (): void =>
    openKeys(context, keys, (on) => {
      settings.keys = on;
      parts.changed();
    });
  const header = createHeaderView(context, {
    otherLanguage: parts.otherLanguage,
    help,
    nextTheme() {
      settings.theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] ?? 'auto';
      parts.changed();
    },
  });
  const alerts = createAlertsView(context);
  const feed = createFeedView(context);
  const views: Record<Section, View> = {
    army: createStageView(context),
    messages: feed,
    figures: createFiguresView(context),
    board: createBoardView(context),
    knowledge: createKnowledgeView(context),
  };
  const sections = new Map(SECTIONS.map((name) => [name, section(name, views[name])]));
  const links = new Map(
    SECTIONS.map((name) => [name, el('a', { href: `#${name}` }, texts.sections[name])]),
  );
  const notice = el('p', { class: 'link-note', role: 'status' });
  const nav = el('nav', { 'aria-label': texts.sectionsLabel }, ...links.values());
  const main = el('main', {}, ...sections.values());
  const node = el(
    'div',
    { class: 'page' },
    el('a', { class: 'skip', href: '#army' }, texts.skip),
    header.node,
    nav,
    notice,
    alerts.node,
    main,
  );

  function section(name: Section, { node: content }: View): HTMLElement {
    const heading = el('h2', { id: `${name}-title` }, texts.sections[name]);
    const place = { class: `panel ${name}`, id: name, tabindex: -1 };
    return el('section', { ...place, 'aria-labelledby': `${name}-title` }, heading, content);
  }

  function show(name: Section, shown: boolean): void {
    for (const place of [sections.get(name), links.get(name)]) {
      if (place !== undefined) place.hidden = !shown;
    }
  }

  function goTo(name: Section): void {
    const place = sections.get(name);
    if (place === undefined || place.hidden) return;
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  }

  function livingKeys(): readonly SingleKey[] {
    const shown = main.hidden ? [] : SECTIONS.filter((name) => sections.get(name)?.hidden !== true);
    const does = texts.keys;
    const search = (): void => {
      goTo('knowledge');
      document.querySelector<HTMLElement>('#knowledge-query')?.focus();
    };
    const all: readonly (SingleKey | false)[] = [
      header.canWrite() && { keys: ['c'], does: does.write, press: () => context.compose() },
      shown.includes('knowledge') && { keys: ['/'], does: does.search, press: search },
      shown.length > 0 && {
        keys: shown.map((_, i) => String(i + 1)),
        does: does.section,
        press: (key) => goTo(shown[Number(key) - 1] ?? 'army'),
      },
      { keys: ['?'], does: does.help, press: help },
    ];
    return all.filter((one) => one !== false);
  }
  listenToKeys(keys);

  return {
    node,
    theme: (theme: Theme): void => header.theme(theme),
    link(state: LinkState): void {
      header.link(state);
      const told =
        state === 'joining' || state === 'live' ? undefined : texts.linkHint[state](location.port);
      setTextOrHide(notice, told);
      // Without access no empty army is shown either.
      nav.hidden = main.hidden = state === 'refused';
    },
    draw(picture: Picture, changed: ReadonlySet<Part>, moves: readonly Move[]): void {
      header.draw(picture, changed, moves);
      alerts.draw(picture, changed, moves);
      for (const name of SECTIONS) views[name].draw(picture, changed, moves);
      roleSheet?.draw(picture);
      show('board', picture.board !== undefined);
      show('knowledge', picture.army.knowledge);
    },
  };
}
