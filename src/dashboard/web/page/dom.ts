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
  return filled(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value as EventListener);
    else set(node, name, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== false));
  return node;
}

/** Writes an attribute only where it differs: the browser need not look again. */
export function set(node: Element, name: string, value: Value): void {
  if (value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

export function say(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Shown only where it has something to say. */
export function sayOrHide(node: HTMLElement, text: string | undefined): void {
  say(node, text ?? '');
  node.hidden = text === undefined || text === '';
}

export interface Row<T> {
  node: Element;
  update(item: T): void;
}

/** Keeps the children of a node like a list: only what is new is made, only what has changed is drawn. */
export function keyed<T>(
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
