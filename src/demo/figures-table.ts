import type { DemoTexts } from '../i18n/demo.ts';
import type { Paint } from '../kit/paint.ts';
import { columnsOf, padColumns } from '../terminal/columns.ts';
import type { Figures, Spread } from './figures.ts';

/** The end of the demo: the figures, and in one sentence what they mean. */
export function figuresTable(
  figures: Figures,
  { figures: t }: DemoTexts,
  paint: Paint,
  pacedMs = 0,
): string[] {
  const { lost, redelivered } = figures;
  const rows: [label: string, value: number | Spread | undefined, note?: string | false][] = [
    [t.stored, figures.stored],
    [t.handedOver, figures.handedOver],
    [t.acknowledged, figures.acknowledged],
    [t.lost, lost.length, t.lostNote],
    [t.redelivered, redelivered, redelivered > 0 && t.redeliveredNote],
    [t.nudges, figures.nudges, t.nudgesNote],
    [t.storedToRung, figures.storedToRung, pacedMs > 0 && t.paced(pacedMs)],
    [t.storedToFetched, figures.storedToFetched],
  ];
  const columns = Math.max(...rows.map(([label]) => columnsOf(label)));
  const shown = (value: number | Spread | undefined): string => {
    if (typeof value === 'number') return String(value).padStart(4);
    if (value === undefined) return '   –';
    const of = (ms: number, word: string): string => `${String(ms).padStart(4)} ms ${word}`;
    return `${of(value.p50, t.p50)}  ${of(value.max, t.max)}`;
  };
  return [
    '',
    paint('bold', t.heading),
    ...rows.map(([label, value, note]) => {
      const noted = note ? paint('dim', `   ${note}`) : '';
      return `  ${padColumns(label, columns)}  ${shown(value)}${noted}`;
    }),
    '',
    lost.length === 0
      ? paint(['bold', 'green'], t.nothingLost(figures.stored))
      : paint(['bold', 'red'], t.somethingLost(lost)),
  ];
}
