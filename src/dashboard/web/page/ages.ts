import type { WebPageTexts } from '../../../i18n/web-texts.ts';
import { ageOf } from '../view/age.ts';
import { el, say, set } from './dom.ts';

const MINUTE = 60_000;

/** A time that is shown as an age, and kept up to date by `keepAges`. */
export const ageNode = (): HTMLTimeElement => el('time', { class: 'age' });

export function setAge(node: HTMLTimeElement, at: string, words: WebPageTexts['age']): void {
  set(node, 'datetime', at);
  set(node, 'data-age', true);
  say(node, ageOf(at, Date.now(), words));
}

export const clearAge = (node: HTMLTimeElement): void => {
  set(node, 'data-age', undefined);
  say(node, '');
};

/** Once a minute, and only while somebody can see it. */
export function keepAges(words: () => WebPageTexts['age']): void {
  const refresh = (): void => {
    const now = Date.now();
    for (const node of document.querySelectorAll<HTMLTimeElement>('time[data-age]')) {
      say(node, ageOf(node.dateTime, now, words()));
    }
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  const start = (): void => {
    clearInterval(timer);
    timer = document.hidden ? undefined : setInterval(refresh, MINUTE);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
    start();
  });
  start();
}
