import { composeArmy } from '../../compose/army.ts';
import { armyTexts } from '../../i18n/army.ts';
import { status as en } from '../../i18n/en/status.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { status as ja } from '../../i18n/ja/status.ts';
import type { Language } from '../../i18n/texts.ts';
import { localClock, localMinute } from '../../kit/local-time.ts';
import { printable } from '../../kit/log.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { reportArmy, type ArmyReport, type SeatReport } from '../../summon/army-report.ts';
import { EXIT } from '../output/failure.ts';
import { print, printJson } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { chooseArmyToShow } from '../terminal/choose-army.ts';

type Failed = { session: string } & ReturnType<typeof explain>;

/** One army, or all of them. */
export const command = defineCommand({
  group: 'army',
  place: 3,
  texts: { en, ja },
  options: { session: shared.session, all: shared.all, json: shared.json },
  examples: { here: 'ovld status', all: 'ovld status --all --json' },
  async run(given, context) {
    const { language, texts } = context;
    const { parts, records } = given.all
      ? await everyArmy(context.env)
      : await oneArmy(context, given.session);
    const reports = [];
    const failed: Failed[] = [];
    for (const record of records) {
      try {
        reports.push(await reportArmy(parts, record));
      } catch (error) {
        // One army that cannot be asked must not hide the others.
        if (!given.all) throw error;
        failed.push({ session: record.session, ...explain(error, language) });
      }
    }
    const lines = [
      ...reports.flatMap((report) => statusLines(report, language)),
      ...failed.map((one) => `${one.session}  ! ${one.what}`),
    ];
    const document = { armies: reports, ...(failed.length > 0 && { failed }) };
    if (given.json) printJson(document, 2);
    else print(lines.join('\n') || texts.nothing);
    return failed.length === 0 ? EXIT.done : EXIT.failed;
  },
});

async function oneArmy(
  context: Parameters<typeof chooseArmyToShow>[0],
  session: string | undefined,
) {
  const { parts, record } = await chooseArmyToShow(context, session);
  return { parts, records: [record] };
}

async function everyArmy(env: Parameters<typeof composeArmy>[0]) {
  const parts = await composeArmy(env);
  return { parts, records: await parts.armies.list() };
}

/** An army for a person: one line a role, and below it what needs a person. */
export function statusLines(report: ArmyReport, language: Language): string[] {
  const texts = { en, ja }[language];
  const { session, mux, formation, folder, standing, orphans, roles, person, renamed } = report;
  const { paused_since: since } = report;
  const heading = `${session}  ${mux} · ${formation} · ${printable(folder)} · ${texts.standing[standing]}`;
  const notes = roles.flatMap((seat) => notesOn(seat, standing === 'live', language));
  if (renamed !== undefined) notes.unshift(armyTexts[language].renamed(session, renamed, mux));
  if (since !== undefined) notes.unshift(texts.paused(localMinute(Date.parse(since))));
  if (orphans.length > 0) notes.push(texts.orphans(orphans));
  const mail = person.unread === 0 ? [] : [`  ${texts.yourMail(person.unread)}`];
  return [heading, ...table(roles, texts), ...notes.map((note) => `  ! ${note}`), ...mail];
}

type Words = typeof en;
const COLUMNS = ['role', 'agent', 'relay', 'unread', 'wake', 'pane', 'ritual', 'declared'] as const;

function table(roles: readonly SeatReport[], texts: Words): string[] {
  if (roles.length === 0) return [];
  const rows = [
    COLUMNS.map((name) => texts.columns[name]),
    ...roles.map((seat) => [
      seat.role,
      texts.agent[seat.observed.agent],
      relayOf(seat, texts),
      String(seat.observed.unread),
      wakeOf(seat, texts),
      typeof seat.pane === 'string' ? seat.pane : '-',
      texts.ritual[seat.ritual?.state ?? 'none'],
      [texts.status[seat.status], ...(seat.task === '' ? [] : [printable(seat.task)])].join(': '),
    ]),
  ];
  return alignColumns(rows).map((line) => `  ${line}`.trimEnd());
}

/** Behind a question of its start an agent has none yet. */
const relayOf = ({ observed: { agent, relay } }: SeatReport, texts: Words): string =>
  agent === 'waiting' && relay === 'gone' ? '-' : texts.relay[relay];

/** By what, and how long its agent took to take it up, where that was seen. */
function wakeOf({ observed: { last_wake: last } }: SeatReport, texts: Words): string {
  if (last === undefined) return '-';
  const ms = last.round_trip_ms;
  const by = texts.doorbells[last.by] ?? last.by;
  return ms === null ? by : `${by} ${ms} ms`;
}

function notesOn(seat: SeatReport, isLive: boolean, language: Language): string[] {
  const texts = { en, ja }[language];
  const { wake } = textsFor(language);
  const { questions } = armyTexts[language];
  const { role, observed, pane, ritual, waits_behind: behind } = seat;
  // What its hooks tell and its pane does not show: that it waits for a person, all the same.
  const asks = seat.asks ?? (isLive && observed.agent === 'waiting' ? 'permission' : undefined);
  // Without a relay an agent counts as gone too: one that is coming up has a pane.
  const gone = isLive && observed.agent === 'gone' && typeof pane !== 'string';
  return [
    ...(typeof pane === 'string' || !isLive ? [] : [texts.noPane(role, wake[pane.missing])]),
    ...(gone ? [texts.gone(role)] : []),
    ...(asks === undefined || asks === 'elsewhere' ? [] : [texts.asks(role, questions[asks])]),
    ...(asks === 'elsewhere' ? [`${role}: ${questions[asks]}`] : []),
    ...(behind === undefined ? [] : [texts.mail(role, observed.unread, wake[behind])]),
    // A new agent gets its ritual with its start.
    ...(ritual?.code === undefined || gone || !isLive
      ? []
      : [texts.ritualSkipped(role, wake[ritual.code])]),
    ...(seat.ritual_overdue ? [texts.ritualOverdue(role)] : []),
    ...(observed.agent === 'limited'
      ? [texts.limited(role, limitEnd(observed.limited_until))]
      : []),
    ...(observed.unreachable ? [texts.unreachable(role)] : []),
    ...holdsOn(seat, texts),
  ];
}

const limitEnd = (until: string | undefined): string | undefined =>
  until && localMinute(Date.parse(until));

/** An exchange is held at both its ends, and told once. */
const holdsOn = ({ role, observed: { held = [] } }: SeatReport, texts: Words): string[] =>
  held
    .filter(({ with: other, all }) => !all && (other === undefined || role < other))
    .map(({ with: other, by, since, until }) =>
      other === undefined || until === undefined
        ? texts.held(role, other, by, localMinute(Date.parse(since)))
        : texts.slowed(role, other, localClock(Date.parse(until))),
    );
