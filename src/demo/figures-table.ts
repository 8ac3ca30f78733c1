import type { DemoTexts } from '../i18n/demo-texts.ts';
import type { Figures, Spread } from './figures.ts';
import type { Paint } from './narrator.ts';
import { displayWidth, padColumns } from '../kit/width.ts';

interface Row {
  label: string;
  value: number | Spread | undefined;
  note?: string;
}

/** The end of the demo: what the journal says, and in one sentence what it means. */
export function figuresTable(
  figures: Figures,
  texts: DemoTexts,
  paint: Paint,
  pacedMs = 0,
): string[] {
  const { lost, redelivered } = figures;
  const { figures: t } = texts;
  const rows: Row[] = [
    { label: t.stored, value: figures.stored },
    { label: t.handedOver, value: figures.handedOver },
    { label: t.acknowledged, value: figures.acknowledged },
    { label: t.lost, value: lost.length, note: t.lostNote },
    {
      label: t.redelivered,
      value: redelivered,
      ...(redelivered > 0 && { note: t.redeliveredNote }),
    },
    { label: t.nudges, value: figures.nudges, note: t.nudgesNote },
    {
      label: t.storedToRung,
      value: figures.storedToRung,
      ...(pacedMs > 0 && { note: t.paced(pacedMs) }),
    },
    { label: t.storedToFetched, value: figures.storedToFetched },
  ];
  const columns = Math.max(...rows.map(({ label }) => displayWidth(label)));
  const verdict =
    lost.length === 0
      ? paint(['bold', 'green'], t.nothingLost(figures.stored))
      : paint(['bold', 'red'], t.somethingLost(lost));
  return [
    '',
    paint('bold', t.heading),
    ...rows.map(({ label, value, note }) => {
      const noted = note === undefined ? '' : paint('dim', `   ${note}`);
      return `  ${padColumns(label, columns)}  ${told(value, t)}${noted}`;
    }),
    '',
    verdict,
  ];
}

function told(value: Row['value'], words: DemoTexts['figures']): string {
  if (typeof value === 'number') return String(value).padStart(4);
  if (value === undefined) return '   –';
  const { p50, max } = value;
  return [
    `${String(p50).padStart(4)} ms ${words.p50}`,
    `${String(max).padStart(4)} ms ${words.max}`,
  ].join('  ');
}
