import { HUMAN } from '../../../army/human.ts';
import { sortIntoLevels, type Chain } from './levels.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the cards stand on the stage, and how the lines between them run. In pixels. */
export interface Layout {
  width: number;
  height: number;
  boxes: ReadonlyMap<string, Box>;
  /** By `from>to`, from the commanding role. */
  edges: ReadonlyMap<string, string>;
}

export interface Space {
  width: number;
  cardHeight: number;
  personHeight: number;
}

interface PlacedCard extends Box {
  level: number;
  row: number;
  lastRow: boolean;
  /** Where the first row of its level begins. */
  levelTop: number;
}

const CARD = { least: 148, most: 270 } as const;
const PERSON_WIDTH = 168;
const GAP = { column: 18, row: 28, level: 46 } as const;
/** Room for lines that run beside the first column. */
const MARGIN = 12;
const CORNER = 7;

export function layOut(roles: readonly Chain[], space: Space): Layout {
  const inner = Math.max(space.width - 2 * MARGIN, CARD.least);
  const levels = sortIntoLevels(roles);
  const fits = Math.max(1, Math.floor((inner + GAP.column) / (CARD.least + GAP.column)));
  const columnsOf = (count: number): number => Math.ceil(count / Math.ceil(count / fits));

  const cards = new Map<string, PlacedCard>();
  const personWidth = Math.min(PERSON_WIDTH, inner);
  cards.set(HUMAN, {
    x: MARGIN + (inner - personWidth) / 2,
    y: 2,
    width: personWidth,
    height: space.personHeight,
    level: -1,
    row: 0,
    lastRow: true,
    levelTop: 2,
  });
  let top = 2 + space.personHeight + GAP.level;
  levels.forEach((names, level) => {
    const columns = columnsOf(names.length);
    const rows = Math.ceil(names.length / columns);
    const share = (inner - (columns - 1) * GAP.column) / columns;
    const width = Math.floor(Math.min(CARD.most, share));
    names.forEach((role, i) => {
      const row = Math.floor(i / columns);
      const inRow = Math.min(columns, names.length - row * columns);
      // Rows of one level share their columns, so that a line may run between them.
      const left =
        MARGIN + (inner - (rows > 1 ? columns : inRow) * (width + GAP.column) + GAP.column) / 2;
      cards.set(role, {
        x: left + (i % columns) * (width + GAP.column),
        y: top + row * (space.cardHeight + GAP.row),
        width,
        height: space.cardHeight,
        level,
        row,
        lastRow: row === rows - 1,
        levelTop: top,
      });
    });
    top += rows * (space.cardHeight + GAP.row) - GAP.row + GAP.level;
  });

  const edges = new Map<string, string>();
  const link = (from: string, to: string): void => {
    const [one, other] = [cards.get(from), cards.get(to)];
    if (one && other && from !== to) edges.set(`${from}>${to}`, drawLine(one, other));
  };
  for (const role of levels[0] ?? []) link(HUMAN, role);
  for (const { role, commands } of roles) for (const to of commands) link(role, to);
  return { width: space.width, height: top - GAP.level + 4, boxes: cards, edges };
}

/** Down from one, across between the levels, down to the other; what is not that plain is an arc. */
function drawLine(from: PlacedCard, to: PlacedCard): string {
  if (to.level !== from.level + 1) return drawArc(from, to);
  const bus = to.levelTop - GAP.level / 2;
  const start = middle(from);
  const end = middle(to);
  const points: Point[] = [[start, from.y + from.height]];
  if (!from.lastRow) {
    const beside = from.x - GAP.column / 2;
    const below = from.y + from.height + GAP.row / 2;
    points.push([start, below], [beside, below], [beside, bus]);
  } else {
    points.push([start, bus]);
  }
  if (to.row === 0) {
    points.push([end, bus]);
  } else {
    const beside = to.x - GAP.column / 2;
    const above = to.y - GAP.row / 2;
    points.push([beside, bus], [beside, above], [end, above]);
  }
  points.push([end, to.y]);
  return drawRounded(points);
}

type Point = readonly [x: number, y: number];
const middle = ({ x, width }: Box): number => x + width / 2;

export function drawArc(from: Box, to: Box): string {
  const [x1, y1] = [middle(from), from.y + from.height / 2];
  const [x2, y2] = [middle(to), to.y + to.height / 2];
  const bend = Math.min(70, Math.hypot(x2 - x1, y2 - y1) / 3);
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 - bend];
  return `M${round(x1)} ${round(y1)}Q${round(mx)} ${round(my)} ${round(x2)} ${round(y2)}`;
}

/** A path along the points, its corners rounded. */
function drawRounded(points: readonly Point[]): string {
  const way = points.filter(([x, y], i) => {
    const before = points[i - 1];
    return before === undefined || Math.hypot(x - before[0], y - before[1]) > 0.5;
  });
  const [first, ...rest] = way;
  if (first === undefined) return '';
  let path = `M${round(first[0])} ${round(first[1])}`;
  let at = first;
  rest.forEach((corner, i) => {
    const next = rest[i + 1];
    if (next === undefined) {
      path += `L${round(corner[0])} ${round(corner[1])}`;
      return;
    }
    const before = movePoint(corner, at, CORNER);
    const after = movePoint(corner, next, CORNER);
    path += `L${pair(before)}Q${pair(corner)} ${pair(after)}`;
    at = after;
  });
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const pair = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** The point so far from a corner, on the way to another; halfway at most. */
function movePoint([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y);
  const part = length === 0 ? 0 : Math.min(distance, length / 2) / length;
  return [x + (toX - x) * part, y + (toY - y) * part];
}
