import { el } from './dom.ts';

const SHOWN_MS = 7_000;
const MOST = 4;

export type Notices = ReturnType<typeof openNotices>;

export function openNotices() {
  const shown = el('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  const spoken = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  return {
    node: el('div', {}, shown, spoken),
    tell: (text: string, failed = false): void => {
      const note = el('p', { class: 'notice', 'data-failed': failed }, text);
      // A frame later: text that is in the region when it moves is not spoken; and a hidden page starts no timer.
      requestAnimationFrame(() => {
        shown.append(note);
        while (shown.childElementCount > MOST) shown.firstElementChild?.remove();
        setTimeout(() => note.remove(), SHOWN_MS);
      });
    },
    /** Only spoken, by a screen reader. */
    announce(text: string): void {
      spoken.textContent = text;
    },
  };
}
