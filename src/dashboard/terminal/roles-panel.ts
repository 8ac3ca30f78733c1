import { columnsOf } from '../../kit/columns.ts';
import type { RoleSight } from '../../lookout/picture.ts';
import type { AgentState } from '../../relay/status.ts';
import { indexIn } from './choose.ts';
import { duration } from './format.ts';
import { fit, span, type Line, type Span, type Style } from './line.ts';
import { marked, windowOf } from './list.ts';
import type { Scene } from './scene.ts';
import { clip, legible, pad, padStart } from './text.ts';

const COLOURS: Readonly<Record<AgentState, readonly Style[]>> = {
  idle: [],
  busy: ['green'],
  waiting: ['yellow'],
  unknown: ['dim'],
  deaf: ['red'],
  gone: ['red'],
};

const LONGEST_NAME = 16;
const WAKE_COLUMNS = 14;
/** From here on there is room for when it was woken. */
const ROOMY = 110;

interface Widths {
  role: number;
  agent: number;
  unread: number;
  oldest: number;
  wake: number;
}

/** Who is doing what, one row a role. What people wrote stands last: nothing is right of it. */
export function rolesPanel(scene: Scene, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = scene;
  const at = indexIn(picture, state, 'roles');
  const { from, to, part } = windowOf(picture.roles.length, at, rows - 1);
  const name = part === '' ? texts.panels.roles : `${texts.panels.roles} ${part}`;
  const widths = widthsOf(scene, name);
  const { columns: names } = texts;
  const title = focused ? span('▸ ', 'bold', 'cyan') : span('  ');
  const style: Style[] = focused ? ['bold', 'cyan'] : ['bold'];
  const head = [
    title,
    span(pad(name, widths.role + 1), ...style),
    span(
      [
        pad(names.agent, widths.agent),
        padStart(names.unread, widths.unread),
        padStart(names.oldest, widths.oldest),
        pad(names.wake, widths.wake),
        names.says,
      ].join(' '),
      'dim',
    ),
  ];
  const shown = picture.roles
    .slice(from, to)
    .map((role, i) => marked(roleRow(scene, role, widths), from + i === at, focused));
  return [head, ...shown].map((row) => fit(row, columns));
}

function widthsOf({ picture, texts, columns }: Scene, heading: string): Widths {
  const widest = (words: readonly string[]): number => Math.max(0, ...words.map(columnsOf));
  const { agent, columns: names, age } = texts;
  const longest = widest([heading, ...picture.roles.map(({ role }) => role)]);
  return {
    role: Math.min(longest, columns < 100 ? LONGEST_NAME : 32),
    agent: widest([names.agent, ...Object.values(agent)]),
    unread: widest([names.unread, '999']),
    oldest: widest([names.oldest, age.now, age.minutes(59), age.hours(23)]),
    wake: Math.max(widest([names.wake]), columns < ROOMY ? WAKE_COLUMNS : WAKE_COLUMNS + 7),
  };
}

function roleRow(scene: Scene, sight: RoleSight, widths: Widths): Line {
  const { texts, ages } = scene;
  const { role, agent, unread, oldestUnreadAt } = sight;
  const waits = unread > 0;
  return [
    span(`${pad(clip(role, widths.role), widths.role)} `),
    span(`${pad(texts.agent[agent], widths.agent)} `, ...COLOURS[agent]),
    span(
      `${padStart(waits ? String(unread) : '-', widths.unread)} `,
      ...(waits ? (['bold'] as const) : (['dim'] as const)),
    ),
    span(
      `${padStart(oldestUnreadAt === undefined ? '-' : ages.of(oldestUnreadAt), widths.oldest)} `,
      ...(waits ? [] : (['dim'] as const)),
    ),
    span(`${pad(clip(wakeOf(scene, sight), widths.wake), widths.wake)} `, 'dim'),
    ...marksOf(scene, sight),
    ...saysOf(scene, sight),
  ];
}

/** By what it was woken, and how long it took to take that up. */
function wakeOf({ columns, ages }: Scene, { lastWake }: RoleSight): string {
  if (lastWake === undefined) return '-';
  const { at, by, roundTripMs } = lastWake;
  const how = roundTripMs === null ? by : `${by} ${duration(roundTripMs)}`;
  return columns < ROOMY ? how : `${how}, ${ages.of(at)}`;
}

function marksOf({ picture, texts, wake, questions }: Scene, sight: RoleSight): Span[] {
  const { marks } = texts;
  const { asks, held, unreachable, relay, agent, unread, lastRing } = sight;
  const live = picture.army.standing === 'live';
  const found: Span[] = [];
  const mark = (text: string, style: Style): void =>
    void found.push(span(`[${text}]`, style), span(' '));
  if (asks !== undefined) mark(marks.asks, 'yellow');
  if (held.length > 0) mark(marks.held, 'yellow');
  if (unreachable) mark(marks.unreachable, 'red');
  if (live && relay === 'gone' && agent !== 'gone') mark(marks.noRelay, 'red');
  const failed =
    lastRing === undefined || lastRing.outcome === 'rung' ? undefined : lastRing.outcome;
  // A question is why it cannot be told, and says more than that.
  const reason =
    asks !== undefined
      ? questions[asks]
      : unread > 0 && failed !== undefined && held.length === 0
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

function saysOf({ texts }: Scene, { status, task }: RoleSight): Span[] {
  const colour = STATUS_COLOURS[status];
  const said = span(
    texts.status[status],
    ...(colour === undefined ? (['dim'] as const) : [colour]),
  );
  return task === '' ? [said] : [said, span(`: ${legible(task)}`)];
}
