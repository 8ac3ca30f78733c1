import { arc, type Layout } from '../view/layout.ts';
import type { Move } from '../view/merge.ts';
import { el } from './dom.ts';

/** More than these at once is a blur: the others are counted by the badges all the same. */
const MOST = 28;
const FLIGHT_MS = 1_100;
const FLASH_MS = 900;

export interface Movers {
  show(moves: readonly Move[], layout: Layout): void;
}

/**
 * A message that is stored flies from its sender to its recipient; one that is handed over lights the
 * recipient up. Who wants less motion sees the same as two places that light up.
 */
export function openMovers(stage: HTMLElement, nodeOf: (role: string) => Element | null): Movers {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let flying = 0;

  const flash = (role: string, kind: 'sent' | 'taken'): void => {
    const node = nodeOf(role);
    const colour = kind === 'sent' ? 'var(--accent)' : 'var(--good)';
    node?.animate(
      [
        { boxShadow: `0 0 0 2px ${colour}` },
        { boxShadow: `0 0 0 ${calm.matches ? 2 : 9}px transparent` },
      ],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  };

  function fly({ from, to }: Move, layout: Layout): void {
    const [one, other] = [layout.boxes.get(from), layout.boxes.get(to)];
    if (one === undefined || other === undefined) return;
    const down = layout.edges.get(`${from}>${to}`);
    const up = layout.edges.get(`${to}>${from}`);
    const dot = el('span', { class: 'mover', 'aria-hidden': 'true' });
    dot.style.offsetPath = `path("${down ?? up ?? arc(one, other)}")`;
    stage.append(dot);
    flying += 1;
    const way = down === undefined && up !== undefined ? ['100%', '0%'] : ['0%', '100%'];
    const flight = dot.animate(
      [
        { offsetDistance: way[0], opacity: 0 },
        { opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.9 },
        { offsetDistance: way[1], opacity: 0 },
      ],
      { duration: FLIGHT_MS, easing: 'cubic-bezier(.45,.05,.35,1)' },
    );
    flight.onfinish = flight.oncancel = () => {
      dot.remove();
      flying -= 1;
      flash(to, 'sent');
    };
  }

  return {
    show(moves, layout) {
      // A page nobody sees shows nothing, and catches up on nothing.
      if (document.hidden) return;
      const taken = new Set<string>();
      for (const move of moves) {
        if (move.stage === 'fetched') taken.add(move.to);
        if (move.stage !== 'stored') continue;
        if (calm.matches) {
          flash(move.from, 'sent');
          flash(move.to, 'sent');
        } else if (flying < MOST) fly(move, layout);
      }
      for (const role of taken) flash(role, 'taken');
    },
  };
}
