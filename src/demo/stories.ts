import { dutyOf, rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { DemoLetter, DemoTexts } from '../i18n/demo.ts';

/** One demo as data: what each agent does, and what the log says of it. */
export interface Story {
  /** For `ovld mock-agent --script`, by role. */
  scripts: ReadonlyMap<Role, object>;
  request: DemoLetter & { to: Role };
  /** By sender and recipient of the letter above which they stand, or by the role that reads one. */
  headings: ReadonlyMap<string, string>;
  /** Letters to several roles, by subject: to how many. */
  shared: ReadonlyMap<string, number>;
  /** Whether the log tells that this role has read its mail. */
  isReadTold(role: Role): boolean;
  /** The subject of the letter that the person reads last. */
  last: string;
}

export const storyOf = (texts: DemoTexts, formation: Formation, thoughtMs: number): Story =>
  formation.name === 'bastion'
    ? bastionStory(texts, formation, thoughtMs)
    : overlordStory(texts, thoughtMs);

type Step = string | { letter: object } | { lose_relay: true };
type LetterName = keyof DemoTexts['letters'];

/** The generals that get the first tasks: the task, the report, and how many thoughts it takes. */
const TASKS = [
  ['inferno', 'build', 'built', 2],
  ['glacier', 'harden', 'hardened', 2.8],
  ['shadow', 'test', 'tested', 3.6],
] as const;

/**
 * A request, a plan, four generals, a report. Each role knows only what it reads: the story goes on because
 * messages arrive, and stands still if one does not.
 */
export function overlordStory(texts: DemoTexts, thoughtMs: number): Story {
  const { letters, about, scenes } = texts;
  const think = (thoughts = 1): Step => `work ${Math.round(thoughts * thoughtMs)}`;
  const write = (to: Role | undefined, name: LetterName, urgent = false): Step => ({
    letter: { ...(to !== undefined && { to }), ...letters[name], urgent },
  });
  const works = (name: LetterName): Step => `status working: ${letters[name].subject}`;
  const done = (name: LetterName): Step => `status done: ${letters[name].subject}`;
  const on = (name: LetterName, ...steps: Step[]): object => ({
    when: letters[name].subject,
    do: steps,
  });
  const standsDown = on('news', done('news'));
  const reports = TASKS.map(([, , report]) => letters[report].subject);
  const deploy = letters.deploy.subject;

  const rules: Record<Role, object[]> = {
    overlord: [
      on('request', works('request'), think(), write('strategist', 'order')),
      on('news', works('news')),
      on('shipped', think(), write(HUMAN, 'report'), done('shipped')),
    ],
    strategist: [
      on(
        'order',
        works('order'),
        think(),
        ...TASKS.flatMap(([role, task]) => [write(role, task), think(0.4)]),
      ),
      { when: reports, do: [`status working: ${texts.gathering}`] },
      { when: reports, nth: reports.length, do: [think(), write('storm', 'deploy', true)] },
      on(
        'deployed',
        think(),
        write(undefined, 'news'),
        write('overlord', 'shipped'),
        done('shipped'),
      ),
    ],
    ...Object.fromEntries(
      TASKS.map(([role, task, report, thoughts]) => [
        role,
        [on(task, works(task), think(thoughts), write('strategist', report)), standsDown],
      ]),
    ),
    storm: [
      // Its relay dies before any sign of life has acknowledged the order.
      { when: deploy, again: false, do: [think(0.5), { lose_relay: true }] },
      {
        when: deploy,
        again: true,
        do: [works('deploy'), think(1.5), write('strategist', 'deployed')],
      },
      standsDown,
    ],
  };

  return {
    scripts: new Map(
      Object.entries(rules).map(([role, own]) => [
        role,
        { about: about[role as keyof typeof about], rules: own },
      ]),
    ),
    request: { to: 'overlord', ...letters.request },
    headings: new Map([
      [`${HUMAN} overlord`, scenes.request],
      ['overlord strategist', scenes.plan],
      ['strategist inferno', scenes.tasks],
      ['strategist storm', scenes.promise],
      ['storm strategist', scenes.report],
    ]),
    shared: new Map([[letters.news.subject, Object.keys(rules).length - 1]]),
    isReadTold: () => true,
    last: letters.report.subject,
  };
}

const FIRST_COMMAND = 'cmd_001';
/** Longer than any demo: the envoy issues its command when the person asks for it, not before. */
const NEVER_MS = 3_600_000;

/** A wish becomes a command, a command six tasks, every task a report and a judgement. */
export function bastionStory(texts: DemoTexts, formation: Formation, thoughtMs: number): Story {
  const { letters, about, scenes } = texts;
  const work = [1, 2.2].map((thoughts) => Math.round(thoughts * thoughtMs));
  const dutyIn = (role: Role) => dutyOf(formation, role) ?? 'specialist';
  const roles = rolesOf(formation);
  const scripts = roles.map((role): [Role, object] => {
    const duty = dutyIn(role);
    const campaign = { seed: 7, work_ms: work, start_ms: duty === 'envoy' ? NEVER_MS : 0 };
    // The board writes to an envoy only when its command is done.
    const report = { letter: { to: HUMAN, ...letters.granted } };
    const rules = duty === 'envoy' ? [{ when: FIRST_COMMAND, do: [report] }] : [];
    return [role, { about: about[duty], rules, campaign }];
  });
  return {
    scripts: new Map(scripts),
    request: { to: 'envoy', ...letters.wish },
    headings: new Map([
      [`${HUMAN} envoy`, scenes.request],
      ['envoy marshall', scenes.command],
      [`envoy ${HUMAN}`, scenes.report],
      ...roles
        .filter((role) => dutyIn(role) === 'specialist')
        .map((role) => [role, scenes.work] as const),
    ]),
    shared: new Map(),
    isReadTold: (role) => dutyIn(role) !== 'marshall',
    last: letters.granted.subject,
  };
}
