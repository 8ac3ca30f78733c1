import type { ArmyTexts, Texts } from '../i18n/texts.ts';
import { localMinute } from '../kit/local-time.ts';
import { printable } from '../kit/log.ts';
import { displayWidth, padColumns } from '../kit/width.ts';
import type { ArmyReport, SeatReport } from '../summon/army-report.ts';

/** An army for a person: one line a role, and below it what somebody should look after. */
export function statusLines(report: ArmyReport, texts: ArmyTexts, wake: Texts['wake']): string[] {
  const { session, mux, formation, folder, standing, orphans, roles, person } = report;
  const heading = `${session}  ${mux} · ${formation} · ${printable(folder)} · ${texts.standing[standing]}`;
  const notes = roles.flatMap((seat) => notesOn(seat, standing === 'live', texts, wake));
  if (orphans.length > 0) notes.push(texts.orphans(orphans));
  const mail = person.unread === 0 ? [] : [`  ${texts.yourMail(person.unread)}`];
  return [heading, ...table(roles, texts), ...notes.map((note) => `  ! ${note}`), ...mail];
}

function table(roles: readonly SeatReport[], texts: ArmyTexts): string[] {
  if (roles.length === 0) return [];
  const { columns } = texts;
  const rows = [
    [
      columns.role,
      columns.agent,
      columns.relay,
      columns.unread,
      columns.wake,
      columns.pane,
      columns.ritual,
      columns.declared,
    ],
    ...roles.map((seat) => [
      seat.role,
      texts.agent[seat.observed.agent],
      texts.relay[seat.observed.relay],
      String(seat.observed.unread),
      wakeOf(seat, texts),
      typeof seat.pane === 'string' ? seat.pane : '-',
      texts.ritual[seat.ritual?.state ?? 'none'],
      [texts.status[seat.status], ...(seat.task === '' ? [] : [printable(seat.task)])].join(': '),
    ]),
  ];
  const widths = columnWidths(rows);
  return rows.map((row) =>
    `  ${row.map((cell, i) => padColumns(cell, widths[i] ?? 0)).join('  ')}`.trimEnd(),
  );
}

/** By what, and how long its agent took to take it up, where that was seen. */
function wakeOf({ observed: { last_wake: last } }: SeatReport, texts: ArmyTexts): string {
  if (last === undefined) return '-';
  const ms = last.round_trip_ms;
  const by = texts.doorbells[last.by] ?? last.by;
  return ms === null ? by : `${by} ${ms} ms`;
}

const columnWidths = (rows: readonly string[][]): number[] =>
  (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => displayWidth(row[i] ?? ''))));

function notesOn(seat: SeatReport, live: boolean, texts: ArmyTexts, wake: Texts['wake']): string[] {
  const { role, observed, pane, ritual, waits_behind: behind } = seat;
  // What its hooks tell and its pane does not show: that it waits for a person, all the same.
  const asks = seat.asks ?? (live && observed.agent === 'waiting' ? 'permission' : undefined);
  // Without a relay an agent counts as gone too: one that is coming up has a pane.
  const gone = live && observed.agent === 'gone' && typeof pane !== 'string';
  return [
    ...(typeof pane === 'string' ? [] : [texts.noPane(role, wake[pane.missing])]),
    ...(gone ? [texts.gone(role)] : []),
    ...(asks === undefined ? [] : [texts.asks(role, texts.questions[asks])]),
    ...(behind === undefined ? [] : [texts.mail(role, observed.unread, wake[behind])]),
    ...(ritual?.code === undefined ? [] : [texts.ritualSkipped(role, wake[ritual.code])]),
    ...(observed.unreachable ? [texts.unreachable(role)] : []),
    ...holdsOn(seat, texts),
  ];
}

/** An exchange is held at both its ends, and told once. */
const holdsOn = ({ role, observed: { held = [] } }: SeatReport, texts: ArmyTexts): string[] =>
  held
    .filter(({ with: other }) => other === undefined || role < other)
    .map(({ with: other, by, since }) =>
      texts.held(role, other, by, localMinute(Date.parse(since))),
    );
