import { clipColumns, padColumns, padColumnsStart, widestOf } from '../../terminal/columns.ts';
import type { RoleSight } from '../../lookout/picture.ts';
import type { AgentState } from '../../message/status.ts';
import { selectedIndex } from './selection.ts';
import { formatClock, formatDuration } from './format.ts';
import { fitLine, span, type Line, type Span, type Style } from './line.ts';
import { markRow, visibleRange } from './list.ts';
import type { DrawContext } from './draw-context.ts';
import { legible } from './text.ts';

const COLOURS: Readonly<Record<AgentState, readonly Style[]>> = {
  idle: [],
  busy: ['green'],
  waiting: ['yellow'],
  limited: ['yellow'],
  retrying: ['yellow'],
  unknown: ['dim'],
  deaf: ['red'],
  gone: ['red'],
};

const LONGEST_NAME = 16;
const WAKE_COLUMNS = 14;
/** From here on there is room for when it was woken. */
const ROOMY = 110;

type Widths = ReturnType<typeof widthsOf>;

/** One row a role. Text of others stands last in its row, so that its width moves no column. */
export function drawRoles(context: DrawContext, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = context;
  const at = selectedIndex(picture, state, 'roles');
  const { from, to, part } = visibleRange(picture.roles.length, at, rows - 1);
  const name = part === '' ? texts.panels.roles : `${texts.panels.roles} ${part}`;
  const widths = widthsOf(context, name);
  const { columns: names } = texts;
  const title = focused ? span('▸ ', 'bold', 'cyan') : span('  ');
  const style: Style[] = focused ? ['bold', 'cyan'] : ['bold'];
  const head = [
    title,
    span(padColumns(name, widths.role + 1), ...style),
    span(
      [
        padColumns(names.agent, widths.agent),
        padColumnsStart(names.unread, widths.unread),
        padColumnsStart(names.oldest, widths.oldest),
        padColumns(names.wake, widths.wake),
        names.says,
      ].join(' '),
      'dim',
    ),
  ];
  const shown = picture.roles
    .slice(from, to)
    .map((role, i) => markRow(roleRow(context, role, widths), from + i === at, focused));
  return [head, ...shown].map((row) => fitLine(row, columns));
}

function widthsOf({ picture, texts, columns }: DrawContext, heading: string) {
  const { agent, columns: names, age, doorbells } = texts;
  const longest = widestOf([heading, ...picture.roles.map(({ role }) => role)]);
  return {
    role: Math.min(longest, columns < 100 ? LONGEST_NAME : 32),
    agent: widestOf([names.agent, ...Object.values(agent)]),
    unread: widestOf([names.unread, '999']),
    oldest: widestOf([names.oldest, age.now, age.minutes(59), age.hours(47)]),
    wake: Math.max(
      widestOf([names.wake, ...Object.values(doorbells).map((bell) => `${bell} 999 ms`)]),
      columns < ROOMY ? WAKE_COLUMNS : WAKE_COLUMNS + 7,
    ),
  };
}

function roleRow(context: DrawContext, sight: RoleSight, widths: Widths): Line {
  const { texts, ages } = context;
  const { role, agent, unread, oldestUnreadAt } = sight;
  const waits = unread > 0;
  return [
    span(`${padColumns(clipColumns(role, widths.role), widths.role)} `),
    span(`${padColumns(texts.agent[agent], widths.agent)} `, ...COLOURS[agent]),
    span(
      `${padColumnsStart(waits ? String(unread) : '-', widths.unread)} `,
      waits ? 'bold' : 'dim',
    ),
    span(
      `${padColumnsStart(oldestUnreadAt === undefined ? '-' : ages.of(oldestUnreadAt), widths.oldest)} `,
      ...(waits ? [] : (['dim'] as const)),
    ),
    span(
      `${padColumns(clipColumns(formatWake(context, sight), widths.wake), widths.wake)} `,
      'dim',
    ),
    ...formatMarks(context, sight),
    ...formatStatus(context, sight),
  ];
}

/** The doorbell of the last wake, and the time until the agent took it up. */
function formatWake({ columns, ages, texts }: DrawContext, { lastWake }: RoleSight): string {
  if (lastWake === undefined) return '-';
  const { at, by, roundTripMs } = lastWake;
  const bell = texts.doorbells[by] ?? by;
  const how = roundTripMs === null ? bell : `${bell} ${formatDuration(roundTripMs)}`;
  return columns < ROOMY ? how : texts.wakeAgo(how, ages.of(at));
}

function formatMarks({ picture, texts, wake, questions }: DrawContext, sight: RoleSight): Span[] {
  const { marks } = texts;
  const { asks, held, paused, unreachable, relay, agent, unread, lastRing } = sight;
  const live = picture.army.standing === 'live';
  const found: Span[] = [];
  const mark = (text: string, style: Style): void =>
    void found.push(span(`[${text}]`, style), span(' '));
  if (asks !== undefined) mark(marks.asks, 'yellow');
  if (paused) mark(marks.paused, 'yellow');
  if (held.length > 0) mark(marks.held, 'yellow');
  if (unreachable) mark(marks.unreachable, 'red');
  const isSaid = agent === 'gone' || agent === 'deaf' || agent === 'waiting';
  if (live && relay === 'gone' && !isSaid) mark(marks.noRelay, 'red');
  const failed =
    lastRing === undefined || lastRing.outcome === 'rung' ? undefined : lastRing.outcome;
  const { limitedUntil } = sight;
  // A question is why it cannot be told, and says more than that.
  const reason =
    asks !== undefined
      ? questions[asks]
      : limitedUntil !== undefined
        ? texts.until(formatClock(limitedUntil))
        : unread > 0 && failed !== undefined && held.length === 0 && !paused
          ? wake[failed]
          : undefined;
  if (reason !== undefined) found.push(span(reason, 'yellow'), span(' · ', 'dim'));
  return found;
}

const STATUS_COLOURS: Partial<Record<RoleSight['status'], Style>> = {
  working: 'green',
  blocked: 'yellow',
  done: 'cyan',
};

function formatStatus({ texts }: DrawContext, { status, task }: RoleSight): Span[] {
  const said = span(texts.status[status], STATUS_COLOURS[status] ?? 'dim');
  return task === '' ? [said] : [said, span(`: ${legible(task)}`)];
}
