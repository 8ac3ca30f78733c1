import { webTexts } from '../../../i18n/web.ts';
import type { Picture, Part } from '../../../lookout/picture.ts';
import { openDrafts } from '../view/drafts.ts';
import type { Move } from '../view/merge.ts';
import { alertsView } from './alerts.ts';
import { boardView } from './board.ts';
import { openCompose } from './compose.ts';
import type { Context, View } from './context.ts';
import { el, sayOrHide } from './dom.ts';
import { feedView } from './feed.ts';
import { figuresView } from './figures.ts';
import { headerView } from './header.ts';
import { listenToKeys, openKeys } from './keys.ts';
import { knowledgeView } from './knowledge.ts';
import { openLetterSheet } from './letter-sheet.ts';
import type { Link, LinkState } from './link.ts';
import type { Notices } from './notices.ts';
import { openRoleSheet, type RoleSheet } from './role-sheet.ts';
import type { Settings, Theme } from './settings.ts';
import { stageView } from './stage.ts';
import { openTaskSheet } from './task-card.ts';

export interface Screen {
  node: HTMLElement;
  draw(picture: Picture, parts: ReadonlySet<Part>, moves: readonly Move[]): void;
  link(state: LinkState): void;
  theme(theme: Theme): void;
}

export interface ScreenParts {
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
/** Whichever language the page is shown in. */
const drafts = openDrafts(sessionStorage);
let keysListen = false;
let current: KeyTargets | undefined;
interface KeyTargets {
  compose(): void;
  goTo(section: Section): void;
  help(): void;
  enabled(): boolean;
}

/** Everything that is seen, in one language. */
export function openScreen(parts: ScreenParts): Screen {
  const { settings, link, notices } = parts;
  const texts = webTexts[settings.language].page;
  let roleSheet: RoleSheet | undefined;
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
      // Then codes stand for themselves.
    }
  }

  const help = (): void =>
    openKeys(context, settings.keys, (on) => {
      settings.keys = on;
      parts.changed();
    });
  const header = headerView(context, {
    otherLanguage: parts.otherLanguage,
    help,
    nextTheme() {
      settings.theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] ?? 'auto';
      parts.changed();
    },
  });
  const alerts = alertsView(context);
  const feed = feedView(context);
  const views: Record<Section, View> = {
    army: stageView(context),
    messages: feed,
    figures: figuresView(context),
    board: boardView(context),
    knowledge: knowledgeView(context),
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

  function goTo(name: Section): void {
    const place = sections.get(name);
    if (place === undefined || place.hidden) return;
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  }

  current = { compose: () => context.compose(), goTo, help, enabled: () => settings.keys };
  if (!keysListen) listen();
  keysListen = true;

  return {
    node,
    theme: (theme) => header.theme(theme),
    link(state) {
      header.link(state);
      const told = state === 'joining' || state === 'live' ? undefined : texts.linkHint[state];
      sayOrHide(notice, told);
      // Whoever may not see the army sees no empty one either.
      nav.hidden = main.hidden = state === 'refused';
    },
    draw(picture, changed, moves) {
      header.draw(picture, changed, moves);
      alerts.draw(picture, changed, moves);
      for (const name of SECTIONS) views[name].draw(picture, changed, moves);
      roleSheet?.draw(picture);
      const has: Partial<Record<Section, boolean>> = {
        board: picture.board !== undefined,
        knowledge: picture.army.knowledge,
      };
      for (const [name, shown] of Object.entries(has)) {
        for (const place of [sections.get(name as Section), links.get(name as Section)]) {
          if (place !== undefined) place.hidden = !shown;
        }
      }
    },
  };
}

function listen(): void {
  listenToKeys({
    enabled: () => current?.enabled() ?? false,
    compose: () => current?.compose(),
    help: () => current?.help(),
    section: (i) => current?.goTo(SECTIONS[i] ?? 'army'),
    search() {
      current?.goTo('knowledge');
      document.querySelector<HTMLElement>('#knowledge-query')?.focus();
    },
  });
}
