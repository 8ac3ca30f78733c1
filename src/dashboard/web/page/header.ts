import type { ArmySight } from '../../../lookout/picture.ts';
import { createActButton } from './act-button.ts';
import { createAgeNode, setAge } from './ages.ts';
import type { Context, View } from './context.ts';
import { createButton, el, setText, setAttribute } from './dom.ts';
import type { LinkState } from './link.ts';
import type { Theme } from './settings.ts';

/** The army's name, the state of the link, and the settings of the page. */
export function createHeaderView(
  context: Context,
  acts: Record<'nextTheme' | 'otherLanguage' | 'help', () => void>,
) {
  const { texts, language } = context;
  const session = el('h1', { class: 'session' });
  const formation = el('span', { class: 'fine' });
  const since = createAgeNode();
  const dot = el('i', { class: 'dot', 'aria-hidden': 'true' });
  const state = el('span', {});
  const badge = el('span', { class: 'standing', role: 'status' }, dot, state);
  const colours = createButton('', acts.nextTheme, { class: 'quiet' });
  const choosePause = () => (standing === 'paused' ? 'unpause' : 'pause');
  const isMeant = () => standing === 'paused' || confirm(texts.askPause);
  const pause = createActButton(context, texts.acts.pause, choosePause, {}, undefined, isMeant);
  const write = createButton(texts.acts.write, () => context.compose(), { class: 'primary' });
  const node = el(
    'header',
    { class: 'top' },
    el('span', { class: 'mark', 'aria-hidden': 'true' }, 'ovld'),
    el('div', { class: 'army-name' }, session, formation),
    badge,
    el('span', { class: 'spacer' }),
    pause,
    write,
    colours,
    createButton(language === 'ja' ? 'English' : '日本語', acts.otherLanguage, {
      class: 'quiet',
      lang: language === 'ja' ? 'en' : 'ja',
      'aria-label': texts.languageLabel,
    }),
    createButton('?', acts.help, { class: 'quiet', 'aria-label': texts.acts.help }),
  );

  let link: LinkState = 'joining';
  let standing: ArmySight['standing'] | 'paused' = 'live';
  /** Without a link the standing of the army is unknown. */
  function showStanding(): void {
    const gone = link === 'live' && standing !== 'live';
    setAttribute(badge, 'data-link', gone ? standing : link);
    setText(state, gone ? texts.standing[standing] : texts.link[link]);
    setText(pause, texts.acts[choosePause()]);
    pause.hidden = write.hidden || !['live', 'paused'].includes(standing);
  }

  const view: View = {
    node,
    draw({ army, roles }, parts) {
      if (parts.has('army') || parts.has('roles')) {
        const isPaused = army.standing === 'live' && roles.some(({ paused }) => paused);
        standing = isPaused ? 'paused' : army.standing;
        showStanding();
      }
      if (parts.has('army')) {
        setText(session, army.session);
        setAge(since, army.startedAt, texts.age);
        formation.replaceChildren(`${army.formation} · ${army.mux} · `, since);
      }
    },
  };
  return {
    ...view,
    link(now: LinkState): void {
      link = now;
      write.hidden = now === 'refused' || now === 'over';
      showStanding();
    },
    canWrite: (): boolean => !write.hidden,
    theme(theme: Theme): void {
      setText(colours, texts.theme[theme]);
      setAttribute(colours, 'aria-label', texts.themeLabel(texts.theme[theme]));
    },
  };
}
