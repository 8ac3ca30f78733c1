import type { ArmySight } from '../../../lookout/picture.ts';
import { ageNode, setAge } from './ages.ts';
import type { Context, View } from './context.ts';
import { el, say, set } from './dom.ts';
import type { LinkState } from './link.ts';
import type { Theme } from './settings.ts';

export interface Header extends View {
  link(state: LinkState): void;
  theme(theme: Theme): void;
}

export interface HeaderActs {
  nextTheme: () => void;
  otherLanguage: () => void;
  help: () => void;
}

/** Which army this is, whether what is shown is still true, and how it is shown. */
export function headerView(context: Context, acts: HeaderActs): Header {
  const { texts, language } = context;
  const session = el('h1', { class: 'session' });
  const formation = el('span', { class: 'fine' });
  const since = ageNode();
  const dot = el('i', { class: 'dot', 'aria-hidden': 'true' });
  const state = el('span', {});
  const badge = el('span', { class: 'standing', role: 'status' }, dot, state);
  const colours = el('button', { type: 'button', class: 'quiet', click: acts.nextTheme });
  const write = el(
    'button',
    { type: 'button', class: 'primary', click: () => context.compose() },
    texts.acts.write,
  );
  const node = el(
    'header',
    { class: 'top' },
    el('span', { class: 'mark', 'aria-hidden': 'true' }, 'ovld'),
    el('div', { class: 'army-name' }, session, formation),
    badge,
    el('span', { class: 'spacer' }),
    write,
    colours,
    el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        click: acts.otherLanguage,
        lang: language === 'ja' ? 'en' : 'ja',
        'aria-label': texts.languageLabel,
      },
      language === 'ja' ? 'English' : '日本語',
    ),
    el(
      'button',
      { type: 'button', class: 'quiet', click: acts.help, 'aria-label': texts.acts.help },
      '?',
    ),
  );

  let link: LinkState = 'joining';
  let standing: ArmySight['standing'] = 'live';
  /** Without a link nobody knows how the army stands. */
  function showStanding(): void {
    const gone = link === 'live' && standing !== 'live';
    set(badge, 'data-link', gone ? standing : link);
    say(state, gone ? texts.standing[standing] : texts.link[link]);
  }

  return {
    node,
    link(now) {
      link = now;
      showStanding();
      write.hidden = now === 'refused' || now === 'over';
    },
    theme(theme) {
      say(colours, texts.theme[theme]);
      set(colours, 'aria-label', texts.themeLabel(texts.theme[theme]));
    },
    draw({ army, person }, parts) {
      if (parts.has('army')) {
        say(session, army.session);
        setAge(since, army.startedAt, texts.age);
        formation.replaceChildren(`${army.formation} · ${army.mux} · `, since);
        ({ standing } = army);
        showStanding();
      }
      if (parts.has('person') || parts.has('army')) {
        const mail = person.unread > 0 ? `(${person.unread}) ` : '';
        document.title = `${mail}${army.session} · ovld`;
      }
    },
  };
}
