import type { Figures, RungFigures } from '../../../lookout/picture.ts';
import type { Context, View } from './context.ts';
import { el, keepRows, setText, setAttribute } from './dom.ts';
import { createHistogram } from './histogram.ts';

const COUNTS = ['stored', 'fetched', 'acknowledged', 'waiting', 'redelivered'] as const;

/** Counts of all messages, and their delivery time by doorbell. */
export function createFiguresView(context: Context): View {
  const { texts, language } = context;
  const words = texts.figures;
  const counts = COUNTS.map((name) => {
    const value = el('dd', {});
    const node = el('div', { 'data-count': name }, el('dt', {}, words[name]), value);
    return { name, value, node };
  });
  const charts = el('div', { class: 'charts' });
  const empty = el('p', { class: 'empty' }, words.empty);
  const node = el(
    'div',
    { class: 'figures' },
    el('dl', { class: 'counts' }, ...counts.map((one) => one.node)),
    el('h3', {}, words.latency),
    el('p', { class: 'fine' }, words.latencyHint),
    empty,
    charts,
  );
  const drawCharts = keepRows<RungFigures>(
    charts,
    ({ by }) => by,
    () => createHistogram(context),
  );
  const number = new Intl.NumberFormat(language);

  return {
    node,
    draw({ figures }: { figures: Figures }, parts) {
      if (!parts.has('figures')) return;
      for (const { name, value, node: place } of counts) {
        setText(value, number.format(figures[name]));
        setAttribute(place, 'data-zero', figures[name] === 0);
      }
      const some = figures.rungs.filter(({ buckets, rung, failed }) =>
        [rung, failed, ...buckets].some((count) => count > 0),
      );
      drawCharts(some);
      empty.hidden = some.length > 0;
    },
  };
}
