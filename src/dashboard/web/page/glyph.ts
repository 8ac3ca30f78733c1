import type { AgentState } from '../../../message/status.ts';
import { setAttribute, svg } from './dom.ts';

/** A shape for each state, so that colour alone never tells. In a square of 12. */
const SHAPES: Record<AgentState, string> = {
  idle: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9ZM6 3.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6Z',
  busy: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z',
  waiting: 'M6 .6L11.6 10.6H.4ZM5.3 4v3.4h1.4V4ZM5.3 8.2v1.3h1.4V8.2Z',
  // An hourglass, and a circle with an arrow's gap.
  limited: 'M2.4 1H9.6V2.6L7.2 6L9.6 9.4V11H2.4V9.4L4.8 6L2.4 2.6Z',
  retrying: 'M6 1a5 5 0 1 0 5 5H9.2A3.2 3.2 0 1 1 6 2.8V5L9.6 2L6 -1Z',
  unknown:
    'M6 1.5h1.6v1.7H4.4V1.5ZM9 3h1.6v3.2H9ZM1.4 3H3v3.2H1.4ZM1.4 7.6H3V9.4H1.4ZM9 7.6h1.6V9.4H9ZM4.4 9h3.2v1.6H4.4Z',
  deaf: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10ZM2.6 5.2h6.8v1.6H2.6Z',
  gone: 'M2.2 1L6 4.8L9.8 1L11 2.2L7.2 6L11 9.8L9.8 11L6 7.2L2.2 11L1 9.8L4.8 6L1 2.2Z',
};

export function createStateGlyph() {
  const path = svg('path', { 'fill-rule': 'evenodd' });
  const node = svg(
    'svg',
    { class: 'glyph', viewBox: '0 0 12 12', 'aria-hidden': 'true', focusable: 'false' },
    path,
  );
  return {
    node,
    show(state: AgentState): void {
      setAttribute(path, 'd', SHAPES[state]);
      setAttribute(node, 'data-state', state);
    },
  };
}
