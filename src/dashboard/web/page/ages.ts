import type { WebPageTexts } from '../../../i18n/web.ts';
import { formatAgeSince } from '../view/age.ts';
import { el, setText, setAttribute } from './dom.ts';

const MINUTE_MS = 60_000;

/** A time that is shown as an age, and kept up to date by `keepAges`. */
export const createAgeNode = (): HTMLTimeElement => el('time', { class: 'age' });

export function setAge(
  node: HTMLTimeElement,
  at: string | undefined,
  words: WebPageTexts['age'],
): void {
  setAttribute(node, 'datetime', at);
  setText(node, at === undefined ? '' : formatAgeSince(at, Date.now(), words));
}

/** Updates all ages once a minute, only while the page is visible. */
export function keepAges(words: () => WebPageTexts['age']): void {
  const refresh = (): void => {
    const now = Date.now();
    for (const node of document.querySelectorAll<HTMLTimeElement>('time.age[datetime]')) {
      setText(node, formatAgeSince(node.dateTime, now, words()));
    }
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  const start = (): void => {
    clearInterval(timer);
    timer = document.hidden ? undefined : setInterval(refresh, MINUTE_MS);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
    start();
  });
  start();
}
