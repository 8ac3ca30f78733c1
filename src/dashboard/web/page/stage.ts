import { HUMAN } from '../../../army/human.ts';
import type { Picture, RoleSight } from '../../../lookout/picture.ts';
import { layOut, type Box, type Layout } from '../view/layout.ts';
import type { Move } from '../view/merge.ts';
import { createRoleCard } from './card.ts';
import type { Context, View } from './context.ts';
import { el, keepRows, setText, setAttribute, svg } from './dom.ts';
import { openMovers } from './movers.ts';

/** Of a card and of the person's, in rem: so that larger letters get larger cards. */
const CARD_REM = 7.6;
const PERSON_REM = 2.9;
/** Narrower than this, a card has no room for a title. */
const NARROW = 190;

/** The army as a graph: the chain of command, each role's state, and messages on their way. */
export function createStageView(context: Context): View {
  const { texts } = context;
  const lines = svg('svg', { class: 'lines', 'aria-hidden': 'true', focusable: 'false' });
  const cards = el('div', { class: 'cards' });
  const mine = el('span', { class: 'person-mail' });
  const person = el(
    'button',
    {
      class: 'person',
      type: 'button',
      'data-role': HUMAN,
      title: texts.person.open,
      click: () => context.filterFeed(HUMAN),
    },
    el('b', {}, texts.you),
    mine,
  );
  const stage = el('div', { class: 'stage', keydown: walk }, lines, person, cards);
  const nodes = new Map<string, HTMLElement>([[HUMAN, person]]);
  const movers = openMovers(stage);
  const drawCards = keepRows<RoleSight>(
    cards,
    ({ role }) => role,
    (sight) => {
      const card = createRoleCard(context, sight);
      nodes.set(sight.role, card.node);
      return card;
    },
  );
  let layout: Layout = layOut([], { width: 320, cardHeight: 0, personHeight: 0 });
  let drawn = '';
  let width = 0;

  function place(roles: readonly RoleSight[]): void {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const shape = JSON.stringify([width, rem, roles.map(({ role, commands }) => [role, commands])]);
    if (shape === drawn || width === 0) return;
    drawn = shape;
    layout = layOut(roles, {
      width,
      cardHeight: Math.round(CARD_REM * rem),
      personHeight: Math.round(PERSON_REM * rem),
    });
    stage.style.height = `${layout.height}px`;
    setAttribute(lines, 'viewBox', `0 0 ${layout.width} ${layout.height}`);
    lines.replaceChildren(...[...layout.edges.values()].map((d) => svg('path', { d })));
    for (const [role, box] of layout.boxes) {
      const node = nodes.get(role);
      if (node) putAt(node, box);
    }
  }

  new ResizeObserver(([entry]) => {
    width = Math.floor(entry?.contentRect.width ?? 0);
    const picture = context.picture();
    if (picture !== undefined) place(picture.roles);
  }).observe(stage);

  /** Arrow keys go to the nearest card on that side. */
  function walk(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    const from = (event.target as Element).closest<HTMLElement>('[data-role]')?.dataset['role'];
    const here = from === undefined ? undefined : layout.boxes.get(from);
    if (way === undefined || here === undefined) return;
    event.preventDefault();
    const reachable = [...layout.boxes].flatMap(([role, box]) => {
      const distance = distanceTo(here, box, way);
      return role === from || distance === undefined ? [] : [{ role, distance }];
    });
    const [next] = reachable.sort((a, b) => a.distance - b.distance);
    if (next !== undefined) nodes.get(next.role)?.focus();
  }

  return {
    node: stage,
    draw(picture: Picture, parts, moves: readonly Move[]) {
      if (parts.has('roles')) {
        drawCards(picture.roles);
        place(picture.roles);
      }
      if (parts.has('person')) {
        const { unread } = picture.person;
        setText(mine, unread > 0 ? texts.person.unread(unread) : texts.person.nothing);
        setAttribute(person, 'data-mail', unread > 0);
      }
      if (moves.length > 0) movers.show(moves, layout);
    },
  };
}

function putAt(node: HTMLElement, { x, y, width, height }: Box): void {
  node.style.transform = `translate(${x}px, ${y}px)`;
  node.style.width = `${width}px`;
  node.style.height = `${height}px`;
  setAttribute(node, 'data-narrow', width < NARROW);
}

type Way = readonly [x: number, y: number];
const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far one is from another on that side; what lies aside counts as further. */
function distanceTo(from: Box, to: Box, [wayX, wayY]: Way): number | undefined {
  const dx = to.x + to.width / 2 - (from.x + from.width / 2);
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  const ahead = dx * wayX + dy * wayY;
  const aside = Math.abs(dx * wayY) + Math.abs(dy * wayX);
  return ahead > 4 ? ahead + 2.5 * aside : undefined;
}
