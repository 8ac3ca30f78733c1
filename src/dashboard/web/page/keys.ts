import type { Context } from './context.ts';
import { el } from './dom.ts';
import { openSheet } from './sheet.ts';

export interface KeyActs {
  enabled(): boolean;
  compose(): void;
  search(): void;
  section(index: number): void;
  help(): void;
}

/** Single keys, only while nobody writes and nothing is open; whoever speaks to the machine turns them off. */
export function listenToKeys(acts: KeyActs): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const busy =
      event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]');
    const writing = (target as Element).closest('input, textarea, select');
    if (busy || writing !== null || event.isComposing || !acts.enabled()) return;
    const number = Number(key);
    if (key === 'c') acts.compose();
    else if (key === '/') acts.search();
    else if (key === '?') acts.help();
    else if (number >= 1 && number <= 5) acts.section(number - 1);
    else return;
    event.preventDefault();
  });
}

export function openKeys(
  { texts }: Context,
  enabled: boolean,
  change: (enabled: boolean) => void,
): void {
  const box = el('input', {
    type: 'checkbox',
    id: 'keys-on',
    change: () => change(box.checked),
  });
  box.checked = enabled;
  const rows = texts.keys.list.map(([key, does]) =>
    el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, does)),
  );
  openSheet(texts.keys.title, texts.acts.close, [
    el('table', { class: 'keys' }, el('tbody', {}, ...rows)),
    el('label', { class: 'check', for: 'keys-on' }, box, texts.keys.enabled),
  ]);
}
