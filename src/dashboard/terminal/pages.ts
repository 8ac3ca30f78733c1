import { HUMAN } from '../../army/human.ts';
import type { DashboardTexts } from '../../i18n/dashboard.ts';
import { localDay } from '../../kit/local-time.ts';
import type { LetterSight, Picture } from '../../lookout/picture.ts';
import type { Handed } from '../../message/message.ts';
import type { BoardRow } from './selection.ts';
import { formatClock, formatDuration, drawStages } from './format.ts';
import type { Page, PageRow } from './state.ts';

/** Of the keys, those that do something in this army as it stands. */
export function helpPage({ help }: DashboardTexts, { army, board }: Picture): Page {
  const isOver = army.standing === 'over';
  const has = { live: !isOver, over: isOver, board: board !== undefined };
  const keys = help.keys.filter(([, , needs]) => needs === undefined || has[needs]);
  const rows = [...keys, ['', ''] as const, ...help.marks];
  return {
    kind: 'page',
    title: help.title,
    top: 0,
    rows: rows.map(([label, text]) => ({ label, text })),
  };
}

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
        text: [`${day(timestamp)} ${formatClock(timestamp)}`, ...marks].join(' · '),
      },
      ...(sight === undefined ? [] : [{ label: page.stage, text: formatStages(sight, texts) }]),
      { text: '' },
      { text: body },
    ],
  };
}

const day = (at: string): string => localDay(Date.parse(at));

/** Each stage with how long after it was stored. */
function formatStages(sight: LetterSight, { stages, yours, doorbells }: DashboardTexts): string {
  const since = (at: string): string =>
    `+${formatDuration(Date.parse(at) - Date.parse(sight.storedAt))}`;
  const { rung, fetchedAt, acknowledgedAt } = sight;
  if (sight.to === HUMAN) {
    return fetchedAt === undefined ? yours.unread : `${yours.read} ${since(fetchedAt)}`;
  }
  const steps = [
    stages.stored,
    ...(rung === undefined
      ? []
      : [`${stages.rung} (${doorbells[rung.by] ?? rung.by}) ${since(rung.at)}`]),
    ...(fetchedAt === undefined ? [] : [`${stages.fetched} ${since(fetchedAt)}`]),
    ...(acknowledgedAt === undefined ? [] : [`${stages.acknowledged} ${since(acknowledgedAt)}`]),
  ];
  return `${drawStages(sight.stage)}  ${steps.join(' → ')}`;
}

/** A command, a task, or what keeps one from being read. */
export function documentPage(row: BoardRow, texts: DashboardTexts): Page {
  const { document, work } = texts;
  const listed = (label: string, words: readonly string[]): PageRow[] =>
    words.map((text, i) => ({ label: i === 0 ? label : '', text: `- ${text}` }));
  const page = (rows: readonly PageRow[]): Page => ({ kind: 'page', title: row.id, top: 0, rows });
  if ('fault' in row) return page([{ text: texts.fault(row.fault.file, row.fault.reason) }]);
  if ('command' in row) {
    const { id, status, purpose, acceptance_criteria: criteria, command } = row.command;
    return page([
      { text: `${id} · ${work[status]}` },
      { label: document.purpose, text: purpose },
      ...listed(document.criteria, criteria),
      { label: document.command, text: command },
    ]);
  }
  const { task, waitsFor } = row.view;
  const status = task.ended ? work.ended : work[task.status];
  const waits = waitsFor.length === 0 ? [] : [texts.waitsFor(waitsFor)];
  return page([
    { text: [task.task_id, task.parent_cmd, status, task.assigned_to, ...waits].join(' · ') },
    { label: document.objective, text: task.objective },
    ...listed(document.deliverables, task.deliverables),
    ...listed(document.context, task.context),
    ...(task.reason === undefined ? [] : [{ label: document.reason, text: task.reason }]),
  ]);
}
