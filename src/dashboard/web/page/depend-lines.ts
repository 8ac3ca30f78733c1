import type { TaskView } from '../../../work/board.ts';
import { drawDependLine } from '../view/depend.ts';
import type { Box } from '../view/layout.ts';
import { setAttribute, svg } from './dom.ts';

/** More lines than this cannot be told apart. */
const MOST = 200;

/**
 * Lines between the cards of tasks that wait and what they wait for, behind the cards. The cards say the
 * same in words.
 */
export function openDependLines(grid: HTMLElement, moving: readonly Element[]) {
  const node = svg('svg', { class: 'depend-lines', 'aria-hidden': 'true', focusable: 'false' });
  let tasks: readonly TaskView[] = [];
  let lit: string | undefined;
  let frame = 0;

  function draw(): void {
    frame = 0;
    const origin = grid.getBoundingClientRect();
    if (origin.width === 0) return;
    setAttribute(node, 'viewBox', `0 0 ${origin.width} ${origin.height}`);
    const places = new Map<string, Box>();
    for (const card of grid.querySelectorAll<HTMLElement>('[data-task]')) {
      const { x, y, width, height } = card.getBoundingClientRect();
      places.set(card.dataset['task'] ?? '', { x: x - origin.x, y: y - origin.y, width, height });
    }
    // What a task that is done once waited for is history.
    const open = tasks.filter(({ task }) => task.status !== 'done');
    const lines = open.flatMap(({ task, waitsFor }) =>
      [...new Set([...task.blocked_by, ...waitsFor])].flatMap((before) => {
        const [from, to] = [places.get(before), places.get(task.task_id)];
        if (from === undefined || to === undefined) return [];
        const { d, head } = drawDependLine(from, to);
        const about = { 'data-from': before, 'data-to': task.task_id };
        const met = !waitsFor.includes(before);
        const path = svg('path', { d, class: 'line' });
        return svg('g', { ...about, 'data-met': met }, path, svg('path', { d: head }));
      }),
    );
    node.replaceChildren(...lines.slice(0, MOST));
    mark();
  }

  function mark(): void {
    for (const line of node.children) {
      const { from, to } = (line as SVGElement).dataset;
      setAttribute(line, 'data-lit', lit !== undefined && (lit === from || lit === to));
    }
  }

  const soon = (): void => void (frame ||= requestAnimationFrame(draw));
  const sizes = new ResizeObserver(soon);
  for (const one of [grid, ...moving]) sizes.observe(one);

  return {
    node,
    show(now: readonly TaskView[]): void {
      tasks = now;
      soon();
    },
    /** Brings out the lines of one task; of none with undefined. */
    light(id: string | undefined): void {
      lit = id;
      mark();
    },
  };
}
