import { BUCKET_EDGES_MS, type RungFigures } from '../../../lookout/picture.ts';
import type { Context } from './context.ts';
import { el, setText, setAttribute, svg, type Row } from './dom.ts';

const BAR = { width: 18, gap: 3, height: 72 } as const;
const COUNT = BUCKET_EDGES_MS.length + 1;
const WIDTH = COUNT * (BAR.width + BAR.gap);
/** Under these edges a label fits. */
const LABELLED = [1, 3, 6, 9, 11];

/** How long messages took that one doorbell rang for; the same figures stand below as a table. */
export function createHistogram({ texts, language }: Context): Row<RungFigures> {
  const words = texts.figures;
  const number = new Intl.NumberFormat(language);
  const bars = Array.from({ length: COUNT }, (_, i) =>
    svg('rect', { x: i * (BAR.width + BAR.gap), width: BAR.width, rx: 2, class: 'bar' }),
  );
  const marks = LABELLED.map((i) =>
    svg(
      'text',
      { x: (i + 1) * (BAR.width + BAR.gap), y: BAR.height + 13, 'text-anchor': 'middle' },
      texts.took(BUCKET_EDGES_MS[i] ?? 0),
    ),
  );
  const chart = svg(
    'svg',
    { class: 'chart', role: 'img', viewBox: `0 0 ${WIDTH} ${BAR.height + 18}` },
    svg('line', { x1: 0, x2: WIDTH, y1: BAR.height + 0.5, y2: BAR.height + 0.5, class: 'axis' }),
    ...bars,
    ...marks,
  );
  const name = el('b', {});
  const rang = el('span', { class: 'fine' });
  const half = el('span', {});
  const most = el('span', {});
  const cells = Array.from({ length: COUNT }, () => el('td', {}));
  const rows = cells.map((cell, i) => el('tr', {}, el('th', { scope: 'row' }, labelOf(i)), cell));
  const headings = [words.took, words.messages].map((word) => el('th', { scope: 'col' }, word));
  const head = el('thead', {}, el('tr', {}, ...headings));
  const table = el('table', {}, head, el('tbody', {}, ...rows));
  const node = el(
    'figure',
    { class: 'histogram' },
    el('figcaption', {}, name, rang),
    chart,
    el('p', { class: 'quantiles' }, half, most),
    el('details', {}, el('summary', {}, words.table), table),
  );

  function labelOf(i: number): string {
    const edge = BUCKET_EDGES_MS[i];
    return edge === undefined
      ? words.over(texts.took(BUCKET_EDGES_MS.at(-1) ?? 0))
      : words.upTo(texts.took(edge));
  }

  return {
    node,
    update({ by, rung, failed, buckets, p50Ms, p95Ms }) {
      const highest = Math.max(1, ...buckets);
      const total = buckets.reduce((sum, count) => sum + count, 0);
      const shown = by === 'none' ? words.nobody : texts.bell(by);
      const took = (ms: number | undefined): string => (ms === undefined ? '–' : texts.took(ms));
      bars.forEach((bar, i) => {
        const count = buckets[i] ?? 0;
        // Even one message is to be seen beside a thousand.
        const height = count === 0 ? 0 : Math.max(2, (count / highest) * (BAR.height - 4));
        setAttribute(bar, 'height', Math.round(height * 10) / 10);
        setAttribute(bar, 'y', Math.round((BAR.height - height) * 10) / 10);
      });
      cells.forEach((cell, i) => setText(cell, number.format(buckets[i] ?? 0)));
      setText(name, shown);
      setText(rang, by === 'none' ? '' : words.rang(rung, failed));
      setText(half, words.half(took(p50Ms)));
      setText(most, words.most(took(p95Ms)));
      setAttribute(chart, 'aria-label', words.summary(shown, total, took(p50Ms), took(p95Ms)));
    },
  };
}
