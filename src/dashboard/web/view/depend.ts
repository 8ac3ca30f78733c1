import type { Box } from './layout.ts';

const HEAD = 5;
/** How far a line goes aside where one stands above the other. */
const ASIDE = 14;

/**
 * How a card that waits is tied to the one it waits for, wherever the two stand: a path to the side of what
 * waits, and the head of an arrow there.
 */
export function drawDependLine(from: Box, to: Box) {
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2];
  if (from.x + from.width <= to.x) return drawCurve(from.x + from.width, y1, to.x, y2, 1);
  if (to.x + to.width <= from.x) return drawCurve(from.x, y1, to.x + to.width, y2, -1);
  // One above the other: around, on the left.
  const aside = Math.min(from.x, to.x) - ASIDE;
  const d = `M${from.x} ${y1}C${aside} ${y1} ${aside} ${y2} ${to.x - HEAD} ${y2}`;
  return { d, head: headAt(to.x, y2, 1) };
}

function drawCurve(x1: number, y1: number, x2: number, y2: number, way: 1 | -1) {
  const end = x2 - way * HEAD;
  const half = (x1 + end) / 2;
  return {
    d: `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${end} ${y2}`,
    head: headAt(x2, y2, way),
  };
}

const headAt = (x: number, y: number, way: 1 | -1): string =>
  `M${x} ${y}L${x - way * HEAD} ${y - HEAD * 0.7}V${y + HEAD * 0.7}Z`;
