import { overlordFormation } from '../../src/army/overlord.ts';
import type { Role } from '../../src/army/role.ts';
import {
  BUCKET_EDGES_MS,
  type LetterSight,
  type Picture,
  type RoleSight,
  type RungFigures,
  type Stage,
} from '../../src/lookout/picture.ts';
import type { TaskView } from '../../src/work/board.ts';
import type { Command } from '../../src/work/command.ts';
import type { Task } from '../../src/work/task.ts';

/** The moment at which these pictures were taken: give it to whatever shows ages. */
export const AT = '2026-11-16T12:00:00.000Z';
const NOW = Date.parse(AT);

/** So many seconds before. */
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();
const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** The overlord's six, each in a state of its own, in the middle of a campaign. */
export function somePicture(): Picture {
  const letters = someLetters();
  return {
    army: {
      session: 'overlord',
      formation: 'overlord',
      folder: '/home/you/castle',
      mux: 'zellij',
      startedAt: ago(2 * 3600 + 300),
      standing: 'live',
      knowledge: false,
    },
    roles: someRoles,
    person: { unread: letters.filter((one) => one.to === 'human' && waits(one)).length },
    letters,
    board: undefined,
    figures: {
      stored: 1234,
      fetched: 1228,
      acknowledged: 1220,
      waiting: 6,
      redelivered: 3,
      rungs: [
        rung('socket', 812, 4, [0, 5, 92, 300, 260, 96, 30, 12, 8, 4, 2, 1, 0, 2], 88, 460),
        rung('hook', 240, 0, [0, 0, 2, 30, 60, 70, 40, 20, 10, 5, 2, 1, 0, 0], 390, 2_900),
        rung('typed', 96, 17, [0, 0, 0, 0, 4, 40, 30, 10, 6, 3, 2, 1, 0, 0], 560, 4_800),
        rung('none', 0, 0, [10, 20, 18, 12, 8, 4, 3, 2, 1, 1, 0, 0, 0, 1], 48, 900),
      ],
    },
    alerts: [
      { at: ago(3600), kind: 'died', role: 'storm', id: undefined },
      { at: ago(900), kind: 'unreachable', role: 'glacier', id: undefined },
      { at: ago(240), kind: 'waits', role: 'inferno', id: undefined },
      {
        at: ago(65),
        kind: 'wrote',
        role: 'overlord',
        id: letters.findLast((one) => one.to === 'human')?.id,
      },
    ],
  };
}

const waits = ({ stage }: LetterSight): boolean => stage === 'stored' || stage === 'rung';

function rung(
  by: string,
  rang: number,
  failed: number,
  buckets: number[],
  p50Ms: number,
  p95Ms: number,
): RungFigures {
  if (buckets.length !== BUCKET_EDGES_MS.length + 1) throw new Error('a bucket is missing');
  return { by, rung: rang, failed, buckets, p50Ms, p95Ms };
}

const still = {
  status: 'idle',
  task: '',
  updatedAt: ago(7200),
  agent: 'idle',
  relay: 'alive',
  unread: 0,
  oldestUnreadAt: undefined,
  unreachable: false,
  lastRing: undefined,
  lastWake: undefined,
  held: [],
  paused: false,
  asks: undefined,
  limitedUntil: undefined,
} satisfies Partial<RoleSight>;

const states: Record<Role, Partial<RoleSight>> = {
  overlord: {
    status: 'working',
    task: '王国の門を調べ、四将の報告をまとめる 🏰',
    updatedAt: ago(40),
    agent: 'busy',
    lastWake: { at: ago(50), by: 'socket', roundTripMs: 61 },
  },
  strategist: {
    status: 'working',
    task: 'Plan the siege: three gates, four generals, one night',
    updatedAt: ago(75),
    agent: 'idle',
    unread: 1,
    oldestUnreadAt: ago(3),
    lastRing: { at: ago(3), by: 'socket', outcome: 'rung', roundTripMs: 58 },
    lastWake: { at: ago(3), by: 'socket', roundTripMs: 58 },
  },
  inferno: {
    status: 'blocked',
    task: '城門を焼く許可を待っている(ｶﾅ and ＷＩＤＥ)',
    updatedAt: ago(240),
    agent: 'waiting',
    unread: 2,
    oldestUnreadAt: ago(200),
    lastRing: { at: ago(198), by: 'typed', outcome: 'dialog_open' },
    asks: 'permission',
  },
  glacier: {
    status: 'working',
    task: 'Freeze the moat ❄️ — a task whose text is rather longer than any column of a table could ever be',
    updatedAt: ago(1800),
    agent: 'unknown',
    unread: 3,
    oldestUnreadAt: ago(900),
    unreachable: true,
    lastRing: { at: ago(30), by: 'typed', outcome: 'screen_unknown' },
    lastWake: { at: ago(2400), by: 'typed', roundTripMs: null },
  },
  shadow: {
    status: 'done',
    task: '斥候の報告 👨‍👩‍👧‍👦 完了',
    updatedAt: ago(600),
    agent: 'idle',
    unread: 1,
    oldestUnreadAt: ago(120),
    lastWake: { at: ago(610), by: 'hook', roundTripMs: 402 },
    held: [
      { by: 'person', since: ago(300) },
      { by: 'guard', since: ago(90), with: 'strategist' },
    ],
  },
  storm: { agent: 'gone', relay: 'gone', updatedAt: ago(3700), unread: 1, oldestUnreadAt: ago(60) },
};

const someRoles: readonly RoleSight[] = overlordFormation.roles.map(
  ({ role, title, commands }) => ({ role, title, commands, ...still, ...states[role] }),
);

const subjects = [
  'Scout the eastern gate',
  '東門の偵察について',
  'Re: Scout the eastern gate',
  '報告：橋は落ちた 🔥',
  'Plan for the night — phase 2/3',
  '四将への命令（至急）',
  'Need a decision: burn or freeze?',
  'ｶﾅ・全角ＡＢＣ・한국어・👩🏽‍🚀',
  'Question about the moat',
  '了解。日没に動く',
];

const paths: readonly (readonly [Role, Role])[] = [
  ['overlord', 'strategist'],
  ['strategist', 'inferno'],
  ['strategist', 'glacier'],
  ['strategist', 'shadow'],
  ['strategist', 'storm'],
  ['inferno', 'strategist'],
  ['shadow', 'strategist'],
  ['strategist', 'overlord'],
  ['human', 'overlord'],
  ['overlord', 'human'],
];

const bells = ['socket', 'hook', 'typed'] as const;

/** Forty: most have arrived, the last are on their way. */
function someLetters(): LetterSight[] {
  return Array.from({ length: 40 }, (_, i) => {
    const [from, to] = paths[i % paths.length] ?? ['overlord', 'strategist'];
    const stage: Stage =
      i < 30 ? 'acknowledged' : i < 34 ? 'fetched' : i % 2 === 0 ? 'rung' : 'stored';
    const storedAt = ago((40 - i) * 55 + 10);
    const reached = (wanted: Stage): boolean =>
      ['stored', 'rung', 'fetched', 'acknowledged'].indexOf(stage) >=
      ['stored', 'rung', 'fetched', 'acknowledged'].indexOf(wanted);
    const nobodyRang = from === 'human' || to === 'human' || i === 3;
    return {
      id: `0mwhwszf${i.toString(36).padStart(2, '0')}-cbp-a-1xk5g55`,
      from,
      to,
      // One is gone from its box, and only the journal knows of it.
      subject: i === 0 ? undefined : subjects[i % subjects.length],
      priority: i === 35 ? 'urgent' : 'normal',
      stage: nobodyRang && stage === 'rung' ? 'stored' : stage,
      storedAt,
      rung:
        reached('rung') && !nobodyRang
          ? { at: later(storedAt, 12), by: bells[i % bells.length] ?? 'socket' }
          : undefined,
      fetchedAt: reached('fetched') ? later(storedAt, 80 + i * 7) : undefined,
      acknowledgedAt: reached('acknowledged') ? later(storedAt, 900 + i * 11) : undefined,
      redelivered: i === 31 ? 2 : 0,
    };
  });
}

const seat = (role: Role, en: string, ja: string, commands: Role[]): RoleSight => ({
  role,
  title: { en, ja },
  commands,
  ...still,
});

const specialists = ['specialist_1', 'specialist_2', 'specialist_3'];

const command = (id: string, status: Command['status'], purpose: string): Command => ({
  id,
  timestamp: '2026-11-16T10:00:00',
  purpose,
  acceptance_criteria: ['Every test passes', '文書がある'],
  command: purpose,
  project: 'castle',
  priority: 'medium',
  status,
});

const task = (
  id: string,
  cmd: string,
  to: Role,
  status: Task['status'],
  more: Partial<Task> = {},
): Task => ({
  task_id: id,
  parent_cmd: cmd,
  assigned_to: to,
  persona: 'senior engineer',
  timestamp: '2026-11-16T10:05:00',
  status,
  objective: `Do ${id}: 石壁を築く 🧱`,
  deliverables: ['docs/wall.md'],
  context: [],
  blocks: [],
  blocked_by: [],
  ...more,
});

const tasks: readonly TaskView[] = [
  {
    task: task('subtask_001', 'cmd_001', 'specialist_1', 'done', { blocks: ['subtask_003'] }),
    place: 'finished',
    waitsFor: [],
    evaluated: true,
  },
  {
    task: task('subtask_002', 'cmd_001', 'specialist_2', 'in_progress', {
      blocks: ['subtask_003', 'subtask_005'],
    }),
    place: 'given',
    waitsFor: [],
    evaluated: false,
  },
  {
    task: task('subtask_003', 'cmd_001', 'specialist_1', 'blocked', {
      blocked_by: ['subtask_001', 'subtask_002'],
    }),
    place: 'waits',
    waitsFor: ['subtask_002'],
    evaluated: false,
  },
  {
    task: task('subtask_004', 'cmd_002', 'specialist_3', 'assigned'),
    place: 'given',
    waitsFor: [],
    evaluated: false,
  },
  {
    task: task('subtask_005', 'cmd_002', 'specialist_3', 'blocked', {
      blocked_by: ['subtask_002'],
    }),
    place: 'waits',
    waitsFor: ['subtask_002'],
    evaluated: false,
  },
  {
    task: task('subtask_006', 'cmd_002', 'specialist_3', 'assigned'),
    place: 'queued',
    waitsFor: [],
    evaluated: false,
  },
  {
    task: task('subtask_007', 'cmd_002', 'specialist_2', 'blocked', {
      reason: '鍵が無い: no key to the treasury',
    }),
    place: 'waits',
    waitsFor: [],
    evaluated: false,
  },
  {
    task: task('subtask_008', 'cmd_001', 'specialist_2', 'done'),
    place: 'finished',
    waitsFor: [],
    evaluated: false,
  },
];

const inBastion: Readonly<Record<Role, Role>> = {
  overlord: 'envoy',
  strategist: 'marshall',
  inferno: 'specialist_1',
  glacier: 'specialist_2',
  shadow: 'specialist_3',
  storm: 'specialist_3',
};
const renamed = (role: Role): Role => inBastion[role] ?? role;

/** A bastion at work: commands and tasks in every state there is. */
export function boardPicture(): Picture {
  const { army, letters, alerts, ...rest } = somePicture();
  return {
    ...rest,
    letters: letters.map((one) => ({ ...one, from: renamed(one.from), to: renamed(one.to) })),
    alerts: alerts.map((one) => ({ ...one, role: renamed(one.role) })),
    army: {
      ...army,
      session: 'bastion',
      formation: 'bastion',
      mux: 'tmux',
      knowledge: true,
    },
    roles: [
      seat('envoy', 'Envoy', '使者', ['marshall']),
      seat('marshall', 'Marshall', '元帥', specialists),
      ...specialists.map((role) => seat(role, 'Specialist', '専門家', [])),
    ],
    board: {
      commands: [
        command('cmd_001', 'in_progress', 'The outer wall stands and is documented'),
        command('cmd_002', 'in_progress', '宝物庫の鍵を取り替える'),
        command('cmd_003', 'pending', 'The kitchen serves a thousand'),
        command('cmd_000', 'done', 'The moat is dug'),
      ],
      gaps: [{ command: 'cmd_001', gaps: ['文書がある'] }],
      tasks,
      specialists: [
        { role: 'specialist_1', current: undefined, queued: [] },
        { role: 'specialist_2', current: 'subtask_002', queued: [] },
        { role: 'specialist_3', current: 'subtask_004', queued: ['subtask_006'] },
      ],
      faults: [{ file: 'queue/tasks/specialist_9.yaml', reason: 'assigned_to: nobody' }],
    },
  };
}

/** Ids as the store of a project gives them: two messages of one id, each in an inbox of its own. */
export function alikePicture(): Picture {
  const sight = (id: string, from: Role, to: Role, subject: string, second: number) => ({
    ...someLetters()[39]!,
    id,
    from,
    to,
    subject,
    stage: 'stored' as const,
    rung: undefined,
    storedAt: `2026-11-16T11:58:0${second}Z`,
  });
  const letters = [
    sight('msg_001', 'inferno', 'human', 'For the person', 1),
    sight('msg_001', 'storm', 'overlord', 'Report of storm', 2),
    sight('msg_002', 'overlord', 'storm', 'Order two', 3),
  ];
  return { ...somePicture(), letters, person: { unread: 1 } };
}
