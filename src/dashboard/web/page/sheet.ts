import { createButton, el, type Child } from './dom.ts';

let above: Node | undefined;

/** Moves a node into the open sheet, if there is one: outside it would be covered and not spoken. */
export function keepAbove(node: Node): void {
  above = node;
  const open = document.querySelectorAll('dialog[open]');
  const place = open[open.length - 1] ?? document.body;
  if (node.parentNode !== place) place.append(node);
}

/** A page of its own above the page; the browser keeps the focus in it, Esc closes it. */
export function openSheet(
  title: string,
  closeWord: string,
  content: readonly Child[],
  closed?: () => void,
) {
  const heading = el('h2', { class: 'sheet-title' }, title);
  const shut = createButton('✕', close, { class: 'quiet', 'aria-label': closeWord });
  const node = el(
    'dialog',
    { class: 'sheet', 'aria-label': title },
    el('div', { class: 'sheet-head' }, heading, shut),
    el('div', { class: 'sheet-body', tabindex: -1 }, ...content),
  );
  function close(): void {
    node.close();
    settle();
  }
  const settle = (): void => {
    if (above !== undefined) keepAbove(above);
  };
  node.addEventListener('close', () => {
    settle();
    node.remove();
    closed?.();
  });
  const outside = ({ clientX: x, clientY: y }: MouseEvent): boolean => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  };
  // A click outside closes it, but not one that began inside, as a selection does.
  let begun = false;
  node.addEventListener('pointerdown', (event) => (begun = outside(event)));
  node.addEventListener('click', (event) => {
    if (begun && event.target === node && outside(event)) close();
  });
  document.body.append(node);
  node.showModal();
  settle();
  return { node, close };
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
