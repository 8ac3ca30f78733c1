import type { Context } from './context.ts';
import { el } from './dom.ts';
import { openSheet } from './sheet.ts';

/** What single keys do now; one that can do nothing is not among them. */
export interface SingleKey {
  keys: readonly string[];
  does: string;
  press: (key: string) => void;
}

interface KeySettings {
  enabled: () => boolean;
  alive: () => readonly SingleKey[];
}

/**
 * Single keys, only outside of fields and sheets. They can be turned off, for speech input. The screen of
 * another language takes them over.
 */
export function listenToKeys({ enabled, alive }: KeySettings): void {
  document.onkeydown = (event) => {
    const { key, target } = event;
    const busy =
      event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]');
    const writing = (target as Element).closest('input, textarea, select');
    if (busy || writing !== null || event.isComposing || !enabled()) return;
    const meant = alive().find(({ keys }) => keys.includes(key));
    if (meant === undefined) return;
    meant.press(key);
    event.preventDefault();
  };
}

/** The keys that do something now. */
export function openKeys(
  { texts: { keys: words, acts } }: Context,
  { enabled, alive }: KeySettings,
  change: (enabled: boolean) => void,
): void {
  const box = el('input', {
    type: 'checkbox',
    id: 'keys-on',
    change() {
      change(box.checked);
      drawRows();
    },
  });
  box.checked = enabled();
  const rows = el('tbody', {});
  function drawRows(): void {
    const single = enabled() ? alive().map(({ keys, does }) => [label(keys), does] as const) : [];
    const listed = [...single, ...words.always].map(([key, does]) =>
      el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, does)),
    );
    rows.replaceChildren(...listed);
  }
  drawRows();
  openSheet(words.title, acts.close, [
    el('table', { class: 'keys' }, rows),
    el('label', { class: 'check', for: 'keys-on' }, box, words.enabled),
  ]);
}

const label = (keys: readonly string[]): string =>
  keys.length > 1 ? `${keys[0]} … ${keys.at(-1)}` : (keys[0] ?? '');
