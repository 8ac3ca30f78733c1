type Value = string | number | boolean | undefined;
type Listener = (event: never) => void;
export type Attributes = Readonly<Record<string, Value | Listener>>;
export type Child = Node | string | undefined | false;

/**
 * The only way in which this page makes anything: text becomes text nodes, never markup. An attribute that is
 * undefined or false is left out; one that is a function listens.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fillNode(document.createElement(tag), attributes, children);
}

export const createButton = (
  label: string,
  click: () => void,
  attributes: Attributes = {},
): HTMLButtonElement => el('button', { type: 'button', click, ...attributes }, label);

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fillNode(
    document.createElementNS('http://www.w3.org/2000/svg', tag),
    attributes,
    children,
  );
}

function fillNode<E extends Element>(
  node: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value as EventListener);
    else setAttribute(node, name, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== false));
  return node;
}

/** Writes an attribute only where it differs, to spare the browser a layout. */
export function setAttribute(node: Element, name: string, value: Value): void {
  if (value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export function setTextOrHide(node: HTMLElement, text: string | undefined): void {
  setText(node, text ?? '');
  node.hidden = text === undefined || text === '';
}

export interface Row<T> {
  node: Element;
  update(item: T): void;
}

/** Keeps the children of a node like a list: makes only new rows, draws only changed ones. */
export function keepRows<T>(
  parent: Element,
  keyOf: (item: T) => string,
  make: (item: T) => Row<T>,
): (items: readonly T[], again?: boolean) => void {
  let rows = new Map<string, { row: Row<T>; item: T }>();
  return (items, again = false) => {
    const next = new Map<string, { row: Row<T>; item: T }>();
    for (const item of items) {
      const key = keyOf(item);
      const old = rows.get(key);
      const row = old?.row ?? make(item);
      if (old === undefined || old.item !== item || again) row.update(item);
      next.set(key, { row, item });
    }
    for (const [key, { row }] of rows) if (!next.has(key)) row.node.remove();
    let cursor = parent.firstElementChild;
    for (const { row } of next.values()) {
      if (row.node === cursor) cursor = cursor.nextElementSibling;
      else parent.insertBefore(row.node, cursor);
    }
    rows = next;
  };
}
