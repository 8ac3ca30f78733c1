import { el, type Child } from './dom.ts';

export interface Sheet {
  node: HTMLDialogElement;
  close(): void;
}

/** A page of its own above the page; the browser keeps the focus in it, Esc closes it. */
export function openSheet(
  title: string,
  closeWord: string,
  content: readonly Child[],
  closed?: () => void,
): Sheet {
  const heading = el('h2', { class: 'sheet-title' }, title);
  const shut = el(
    'button',
    { class: 'quiet', type: 'button', 'aria-label': closeWord, click: () => node.close() },
    '✕',
  );
  const node = el(
    'dialog',
    { class: 'sheet', 'aria-label': title },
    el('div', { class: 'sheet-head' }, heading, shut),
    el('div', { class: 'sheet-body', tabindex: -1 }, ...content),
  );
  node.addEventListener('close', () => {
    node.remove();
    closed?.();
  });
  // A press on what is behind it.
  node.addEventListener('click', (event) => {
    if (event.target === node) node.close();
  });
  document.body.append(node);
  node.showModal();
  return { node, close: () => node.close() };
}

/** Names and what they are, one below the other. */
export function facts(rows: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  const list = el('dl', { class: 'facts' });
  for (const [name, value] of rows) {
    if (value === undefined || value === false || value === '') continue;
    list.append(el('dt', {}, name), el('dd', {}, value));
  }
  return list;
}
