import { dutyOf, rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { DemoLetter, DemoTexts } from '../i18n/demo-texts.ts';
import type { Seen } from './records.ts';

/** A campaign as data: what each mind does, and what an onlooker is told. */
export interface Play {
  /** For `ovld mock-agent --script`, by role. */
  scripts: ReadonlyMap<Role, object>;
  request: DemoLetter & { to: Role };
  /** Headings, by the subject of the letter or the tool that begins them. */
  scenes: ReadonlyMap<string, string>;
  /** Whether the reading of mail from there is worth a line. */
  readsTold(from: string): boolean;
  /** Whether nothing more is said after this but what is still to be read. */
  isLast(seen: Seen): boolean;
}

type Step = string | { letter: object } | { lose_relay: true };

/** Who is sent out first, with which task, what comes back, and how many thoughts it takes. */
const TASKS = {
  inferno: { task: 'build', report: 'built', thoughts: 2 },
  glacier: { task: 'harden', report: 'hardened', thoughts: 2.8 },
  shadow: { task: 'test', report: 'tested', thoughts: 3.6 },
} as const;

type Scout = keyof typeof TASKS;
const scouts = Object.keys(TASKS) as Scout[];

/**
 * A request, a plan, four generals, a report. Each role knows only what it reads: the story goes on because
 * messages arrive, and stands still if one does not.
 */
export function overlordPlay(texts: DemoTexts, thoughtMs: number): Play {
  const { letters, about, scenes } = texts;
  const think = (thoughts = 1): Step => `work ${Math.round(thoughts * thoughtMs)}`;
  const write = (to: Role | undefined, name: keyof DemoTexts['letters'], urgent = false): Step => ({
    letter: { ...(to !== undefined && { to }), ...letters[name], urgent },
  });
  const works = (on: string): Step => `status working: ${on}`;
  const done = (what: string): Step => `status done: ${what}`;
  const on = (name: keyof DemoTexts['letters'], ...steps: Step[]): object => ({
    when: letters[name].subject,
    do: steps,
  });
  const standsDown = on('news', done(letters.news.subject));
  const reports = scouts.map((role) => letters[TASKS[role].report].subject);

  const scout = (role: Scout): object => {
    const { task, report, thoughts } = TASKS[role];
    const steps = [works(letters[task].subject), think(thoughts), write('strategist', report)];
    return { about: about[role], rules: [on(task, ...steps), standsDown] };
  };

  const scripts = new Map<Role, object>([
    [
      'overlord',
      {
        about: about.overlord,
        rules: [
          on('request', works(letters.request.subject), think(), write('strategist', 'order')),
          on('news', works(letters.news.subject)),
          on('shipped', think(), write(HUMAN, 'report'), done(letters.shipped.subject)),
        ],
      },
    ],
    [
      'strategist',
      {
        about: about.strategist,
        rules: [
          on(
            'order',
            works(letters.order.subject),
            think(),
            ...scouts.flatMap((role) => [write(role, TASKS[role].task), think(0.4)]),
          ),
          { when: reports, do: [works(texts.gathering)] },
          { when: reports, nth: reports.length, do: [think(), write('storm', 'deploy', true)] },
          on(
            'deployed',
            think(),
            write(undefined, 'news'),
            write('overlord', 'shipped'),
            done(letters.shipped.subject),
          ),
        ],
      },
    ],
    ...scouts.map((role) => [role, scout(role)] as const),
    [
      'storm',
      {
        about: about.storm,
        rules: [
          // Its relay dies before any sign of life has acknowledged the order.
          { when: letters.deploy.subject, again: false, do: [think(0.5), { lose_relay: true }] },
          {
            when: letters.deploy.subject,
            again: true,
            do: [works(letters.deploy.subject), think(1.5), write('strategist', 'deployed')],
          },
          standsDown,
        ],
      },
    ],
  ]);

  return {
    scripts,
    request: { to: 'overlord', ...letters.request },
    scenes: new Map([
      [letters.request.subject, scenes.request],
      [letters.order.subject, scenes.plan],
      [letters.build.subject, scenes.tasks],
      [letters.deploy.subject, scenes.promise],
      [letters.deployed.subject, scenes.report],
    ]),
    readsTold: () => true,
    isLast: reading(letters.report),
  };
}

const reading =
  (letter: DemoLetter): Play['isLast'] =>
  ({ role, read }) =>
    role === HUMAN && read.some(({ subject }) => subject === letter.subject);

const FIRST_COMMAND = 'cmd_001';
/** Long after the end of any demo: an envoy issues its command when it was asked to, not before. */
const NEVER_MS = 3_600_000;

/** A wish becomes a command, a command six tasks, every task a report and a judgement. */
export function bastionPlay(texts: DemoTexts, formation: Formation, thoughtMs: number): Play {
  const { letters, about, scenes } = texts;
  const work = [1, 2.2].map((thoughts) => Math.round(thoughts * thoughtMs));
  const scripts = rolesOf(formation).map((role): [Role, object] => {
    const duty = dutyOf(formation, role) ?? 'specialist';
    const campaign = { seed: 7, work_ms: work, start_ms: duty === 'envoy' ? NEVER_MS : 0 };
    // All the mail an envoy gets of the board is that its command is done.
    const report = { letter: { to: HUMAN, ...letters.granted } };
    const rules = duty === 'envoy' ? [{ when: FIRST_COMMAND, do: [report] }] : [];
    return [role, { about: about[duty], rules, campaign }];
  });
  return {
    scripts: new Map(scripts),
    request: { to: 'envoy', ...letters.wish },
    scenes: new Map([
      [letters.wish.subject, scenes.request],
      ['issue_command', scenes.command],
      ['update_task', scenes.work],
      [letters.granted.subject, scenes.report],
    ]),
    readsTold: (from) => from === HUMAN,
    isLast: reading(letters.granted),
  };
}
