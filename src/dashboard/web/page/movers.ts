import { drawArc, type Layout } from '../view/layout.ts';
import type { Move } from '../view/merge.ts';
import { el, svg } from './dom.ts';

/** More than these at once is a blur: the others are counted by the badges all the same. */
const MOST = 24;
const FLIGHT_MS = 1_100;
const FLASH_MS = 900;
const POINTS = 20;
/** Half of a mover's own size. */
const RADIUS = 6;

/**
 * A message that is stored flies from its sender to its recipient; one that is handed over lights the
 * recipient up. With reduced motion, sender and recipient light up instead. Only position and opacity are
 * animated: the browser does that outside of the page's own thread.
 */
export function openMovers(stage: HTMLElement) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const rings = new Map<string, HTMLElement>();
  const ways = new Map<string, readonly string[]>();
  let flying = 0;
  let placed: Layout | undefined;

  /** A frame around each, which is seen only while it lights up. */
  function place(layout: Layout): void {
    if (layout === placed) return;
    placed = layout;
    ways.clear();
    for (const [role, { x, y, width, height }] of layout.boxes) {
      let ring = rings.get(role);
      if (ring === undefined) {
        ring = el('span', { class: 'ring', 'aria-hidden': 'true' });
        rings.set(role, ring);
        stage.append(ring);
      }
      ring.style.left = `${x}px`;
      ring.style.top = `${y}px`;
      ring.style.width = `${width}px`;
      ring.style.height = `${height}px`;
    }
  }

  function flash(role: string, kind: 'sent' | 'taken'): void {
    const ring = rings.get(role);
    if (ring === undefined) return;
    ring.dataset['kind'] = kind;
    const grown = calm.matches ? 'none' : 'scale(1.05, 1.09)';
    ring.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 0, transform: grown },
      ],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  }

  function fly({ from, to }: Move, layout: Layout): void {
    const [one, other] = [layout.boxes.get(from), layout.boxes.get(to)];
    if (one === undefined || other === undefined) return;
    const down = layout.edges.get(`${from}>${to}`);
    const up = down === undefined ? layout.edges.get(`${to}>${from}`) : undefined;
    const way = wayAlong(down ?? up ?? drawArc(one, other));
    const steps = up === undefined ? way : way.toReversed();
    const dot = el('span', { class: 'mover', 'aria-hidden': 'true' });
    stage.append(dot);
    flying += 1;
    const last = steps.length - 1;
    const flight = dot.animate(
      steps.map((transform, i) => ({ transform, opacity: i === 0 || i === last ? 0 : 1 })),
      { duration: FLIGHT_MS, easing: 'cubic-bezier(.45,.05,.35,1)' },
    );
    flight.onfinish = flight.oncancel = () => {
      dot.remove();
      flying -= 1;
      flash(to, 'sent');
    };
  }

  /** Points on a path, as places for a mover. */
  function wayAlong(path: string): readonly string[] {
    const known = ways.get(path);
    if (known !== undefined) return known;
    const line = svg('path', { d: path });
    const length = line.getTotalLength();
    const way = Array.from({ length: POINTS }, (_, i) => {
      const { x, y } = line.getPointAtLength((length * i) / (POINTS - 1));
      return `translate(${(x - RADIUS).toFixed(1)}px, ${(y - RADIUS).toFixed(1)}px)`;
    });
    ways.set(path, way);
    return way;
  }

  return {
    show(moves: readonly Move[], layout: Layout): void {
      // A hidden page shows nothing, and catches up on nothing.
      if (document.hidden) return;
      place(layout);
      const lit = new Map<string, 'sent' | 'taken'>();
      for (const move of moves) {
        if (move.stage === 'fetched') lit.set(move.to, 'taken');
        if (move.stage !== 'stored') continue;
        if (calm.matches) {
          lit.set(move.from, 'sent');
          lit.set(move.to, 'sent');
        } else if (flying < MOST) fly(move, layout);
      }
      for (const [role, kind] of lit) flash(role, kind);
    },
  };
}
