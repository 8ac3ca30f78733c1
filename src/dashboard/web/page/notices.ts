import { el } from './dom.ts';

const SHOWN_MS = 7_000;
const MOST = 4;

export interface Notices {
  node: HTMLElement;
  tell: (text: string, failed?: boolean) => void;
  /** Only spoken, for who does not see the page. */
  announce: (text: string) => void;
}

export function openNotices(): Notices {
  const shown = el('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  const spoken = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  return {
    node: el('div', {}, shown, spoken),
    tell(text, failed = false) {
      const note = el('p', { class: 'notice', 'data-failed': failed }, text);
      // A frame later: what is in a region when it moves is not spoken, and what nobody sees does not run out.
      requestAnimationFrame(() => {
        shown.append(note);
        while (shown.childElementCount > MOST) shown.firstElementChild?.remove();
        setTimeout(() => note.remove(), SHOWN_MS);
      });
    },
    announce(text) {
      spoken.textContent = text;
    },
  };
}
