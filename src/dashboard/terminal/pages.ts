import type { DashboardTexts } from '../../i18n/dashboard-texts.ts';
import type { LetterSight } from '../../lookout/picture.ts';
import type { Handed } from '../../relay/message.ts';
import type { BoardRow } from './choose.ts';
import { clockTime, duration, ladder } from './format.ts';
import type { Page, PageRow } from './state.ts';

export const helpPage = ({ help }: DashboardTexts): Page => ({
  kind: 'page',
  title: help.title,
  top: 0,
  rows: [...help.keys, ['', ''] as const, ...help.marks].map(([label, text]) => ({ label, text })),
});

/** A message, whole. */
export function letterPage(
  letter: Handed,
  sight: LetterSight | undefined,
  texts: DashboardTexts,
): Page {
  const { page } = texts;
  const { from, to, subject, body, priority, timestamp, redelivered = 0 } = letter;
  const marks = [
    ...(priority === 'urgent' ? [texts.urgent] : []),
    ...(redelivered > 0 ? [texts.redelivered(redelivered)] : []),
  ];
  return {
    kind: 'page',
    title: subject,
    top: 0,
    letter,
    rows: [
      { label: page.from, text: `${from} → ${to}` },
      { label: page.subject, text: subject },
      {
        label: page.sent,
        text: [`${day(timestamp)} ${clockTime(timestamp)}`, ...marks].join(' · '),
      },
      ...(sight === undefined ? [] : [{ label: page.stage, text: wayOf(sight, texts) }]),
      { text: '' },
      { text: body },
    ],
  };
}

const two = (n: number): string => String(n).padStart(2, '0');
const day = (at: string): string => {
  const time = new Date(at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
};

/** Each stage with how long after it was stored. */
function wayOf(sight: LetterSight, { stages }: DashboardTexts): string {
  const since = (at: string): string => `+${duration(Date.parse(at) - Date.parse(sight.storedAt))}`;
  const { rung, fetchedAt, acknowledgedAt } = sight;
  const steps = [
    stages.stored,
    ...(rung === undefined ? [] : [`${stages.rung} (${rung.by}) ${since(rung.at)}`]),
    ...(fetchedAt === undefined ? [] : [`${stages.fetched} ${since(fetchedAt)}`]),
    ...(acknowledgedAt === undefined ? [] : [`${stages.acknowledged} ${since(acknowledgedAt)}`]),
  ];
  return `${ladder(sight.stage)}  ${steps.join(' → ')}`;
}

/** A command, a task, or what keeps one from being read. */
export function paperPage(row: BoardRow, texts: DashboardTexts): Page {
  const { paper, work } = texts;
  const listed = (label: string, words: readonly string[]): PageRow[] =>
    words.map((text, i) => ({ label: i === 0 ? label : '', text: `- ${text}` }));
  const page = (rows: readonly PageRow[]): Page => ({ kind: 'page', title: row.id, top: 0, rows });
  if ('fault' in row) return page([{ text: texts.fault(row.fault.file, row.fault.reason) }]);
  if ('command' in row) {
    const { id, status, purpose, acceptance_criteria: criteria, command } = row.command;
    return page([
      { text: `${id} · ${work[status]}` },
      { label: paper.purpose, text: purpose },
      ...listed(paper.criteria, criteria),
      { label: paper.command, text: command },
    ]);
  }
  const { task, waitsFor } = row.view;
  const status = task.ended ? work.ended : work[task.status];
  const waits = waitsFor.length === 0 ? [] : [texts.waitsFor(waitsFor)];
  return page([
    { text: [task.task_id, task.parent_cmd, status, task.assigned_to, ...waits].join(' · ') },
    { label: paper.objective, text: task.objective },
    ...listed(paper.deliverables, task.deliverables),
    ...listed(paper.context, task.context),
    ...(task.reason === undefined ? [] : [{ label: paper.reason, text: task.reason }]),
  ]);
}
