import { describe, expect, test } from 'vitest';
import { drawDependLine } from '../../src/dashboard/web/view/depend.ts';
import type { Box } from '../../src/dashboard/web/view/layout.ts';

const card = (x: number, y: number): Box => ({ x, y, width: 100, height: 40 });
const numbers = (d: string): number[] => (d.match(/-?[\d.]+/g) ?? []).map(Number);

describe('a line between two tasks', () => {
  const cases: [name: string, from: Box, to: Box, start: number[], point: number[]][] = [
    ['to the right', card(0, 0), card(200, 100), [100, 20], [200, 120]],
    ['to the left', card(200, 0), card(0, 100), [200, 20], [100, 120]],
    ['below', card(50, 0), card(50, 60), [50, 20], [50, 80]],
    ['above, a little aside', card(60, 200), card(50, 0), [60, 220], [50, 20]],
  ];
  test.each(cases)('runs from side to side: %s', (_name, from, to, start, point) => {
    const { d, head } = drawDependLine(from, to);
    expect(numbers(d).slice(0, 2)).toEqual(start);
    expect(numbers(head).slice(0, 2)).toEqual(point);
    // The line ends where its point begins, and no number went wrong.
    expect(Math.abs(numbers(d).at(-2)! - point[0]!)).toBe(5);
    expect([...numbers(d), ...numbers(head)].every(Number.isFinite)).toBe(true);
  });
});
