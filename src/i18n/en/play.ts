import type { PlayTexts } from '../../mock-agent/play-texts.ts';

const LEAVE: Readonly<Record<string, string>> = {
  tmux: 'Ctrl-b d leaves the army running. Ctrl-b n shows the next tab, Ctrl-b o the next pane.',
  zellij: 'Ctrl-o d leaves the army running. Alt-→ shows the next pane or tab.',
};
const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const play: PlayTexts = {
  about: (role) => `${role}: a scripted agent of ovld, in a play`,
  placeholder: 'Try "Ship the login page"',
  alone: {
    about: (role) => `${role}: a scripted agent of ovld`,
    placeholder: 'Try "how does the relay ring?"',
  },
  footer: '? for help',
  exitAgain: 'Press Ctrl-C again to exit',
  interrupted: 'Interrupted',
  starting: 'Starting…',
  working: (seconds) => `Working… (${seconds}s · esc to interrupt)`,
  queued: (count) => `${count} queued`,
  relayKilled: 'The relay was killed',
  reconnected: (server) => `Successfully reconnected to ${server}`,
  notConnected: (server) => `Failed to connect to ${server}`,
  help: ({ role, below, mux }) =>
    [
      `I play ${role}. I am scripted: I think nothing, run nothing and change no file.`,
      below.length > 0
        ? `Type a line and press Enter: I give it to ${list(below)}, and the answer comes back here.`
        : 'Type a line and press Enter: I pretend to do it, and answer here.',
      `From another terminal: ovld send ${role} "…" writes to me, ovld inbox human has the answer; ovld status, ovld log -f and ovld dashboard show what happens.`,
      [LEAVE[mux] ?? '', 'ovld unsummon ends the army.'].join(' '),
      'Agents that work: ovld unsummon, then ovld summon (Claude Code).',
    ].join('\n  '),
  ritualTaken: 'That was my ritual: I know my part. Type a line, or ? for help.',
  noMail: 'No mail.',
  begins: (below) => `As you wish. I give it to ${list(below)}.`,
  worksAlone: 'As you wish.',
  plan: { order: (words) => `Plan: ${words}`, report: (words) => `Done: ${words}` },
  deeds: [
    {
      order: (words) => `Build: ${words}`,
      report: (words) => `Built: ${words}`,
      did: (role) => `${role} built it`,
    },
    {
      order: (words) => `Test: ${words}`,
      report: (words) => `Tested: ${words}`,
      did: (role) => `${role} tested it`,
    },
    {
      order: (words) => `Examine: ${words}`,
      report: (words) => `Examined: ${words}`,
      did: (role) => `${role} examined it`,
    },
    {
      order: (words) => `Write up: ${words}`,
      report: (words) => `Written up: ${words}`,
      did: (role) => `${role} wrote it up`,
    },
  ],
  orderedBy: (role) => `Ordered by ${role}. Report when it is done.`,
  joined: list,
  carriedOut: (words, summary) =>
    `"${words}": ${summary}. All of it in play: nothing real was made.`,
  asked: (words, summary) =>
    `"${words}" went through the army: ${summary}. But we are scripted, and know no answer.`,
  unfinished: (words) => `"${words}": I reached nobody who could do it.`,
  wish: {
    criterion: 'The person is told that it is done',
    issued: (command) => `As you wish: it is ${command} now. ovld board shows how far it is.`,
    elsewhere: (role) =>
      `In this army a wish begins with ${role}: type it in that pane, or ovld send ${role} "…".`,
    steps: [
      { persona: 'Planner', objective: 'Plan' },
      { persona: 'Builder', objective: 'Build' },
      { persona: 'Tester', objective: 'Test' },
      { persona: 'Inspector', objective: 'Inspect' },
    ],
    summary: (command) => `${command} is planned, built, tested and inspected`,
  },
  campaign: {
    purpose: 'A keep stands, and its guard has been drilled',
    criteria: ['Gates and walls stand', 'The guard has been drilled', 'All was inspected'],
    command: 'Raise a keep: survey, gates, walls, moat, drill, inspection. Nothing real is built.',
    steps: [
      { persona: 'Surveyor', objective: 'Survey the ground' },
      { persona: 'Smith', objective: 'Hang the gates' },
      { persona: 'Mason', objective: 'Raise the walls' },
      { persona: 'Digger', objective: 'Dig the moat' },
      { persona: 'Captain', objective: 'Drill the guard' },
      { persona: 'Inspector', objective: 'Inspect the keep' },
    ],
    step: (number, of, objective) => `Step ${number} of ${of}: ${objective}`,
    deliverable: (objective) => `a word about it: ${objective.toLowerCase()}`,
    generalist: 'Generalist',
    lesson: (task) => `What ${task} taught`,
    learnt: (objective, by) => `${objective}: done by ${by}.`,
    canBeDone: (objective) => `${objective} can be done.`,
    summary: (objective) => `${objective}: done.`,
    noTests: 'none: nothing real was built',
    skill: {
      name: 'keep-building',
      description: 'How a keep is raised',
      reason: 'Every campaign raises one',
    },
    failed: { summary: 'The tools broke.', gap: 'It was not finished' },
    isDone: (command) => `${command} is done.`,
  },
};
