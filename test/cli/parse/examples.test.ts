import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { helpBook } from '../../../src/cli/app.ts';
import { task as en } from '../../../src/i18n/en/task.ts';
import { task as ja } from '../../../src/i18n/ja/task.ts';
import { cliArmy, runningArmy, type CliArmy } from '../../support/cli-army.ts';
import { allExamples, examplesIn, LIVE, ovldOnPath } from '../../support/examples.ts';
import { OVLD } from '../../support/relay-process.ts';
import { tempDir } from '../../support/temp.ts';
import { waitFor } from '../../support/wait-for.ts';

const ISSUE = 'ovld board issue "Mend" --purpose "It shuts" --criterion "It locks"';
const ASSIGN = 'ovld task assign "Oil it" --to specialist_1 --command cmd_001 --persona Smith';
const BEGIN = 'ovld task update subtask_001 --status in_progress';
const REPORT = 'ovld task report subtask_001 --status done --summary Oiled --no-skill';

const WRITE = 'ovld queue write marshall "Go on" --from envoy';

/** What has to have happened before the examples of a command can. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'queue ack': [WRITE, WRITE],
  queue: [WRITE],
  'queue list': [WRITE],
  'task assign': [ISSUE],
  task: [ISSUE, ASSIGN],
  'task show': [ISSUE, ASSIGN],
  'task get': [ISSUE, ASSIGN],
  'task update': [ISSUE, ASSIGN],
  [en.update.lines.blocked]: [ISSUE, ASSIGN, BEGIN],
  [ja.update.lines.blocked]: [ISSUE, ASSIGN, BEGIN],
  'task report': [ISSUE, ASSIGN, BEGIN],
  'task evaluate': [ISSUE, ASSIGN, BEGIN, REPORT],
};

/** The files the examples name, in the project. */
const FILES: Readonly<Record<string, string>> = {
  'command.yaml': 'purpose: It shuts\ncommand: Mend it\nacceptance_criteria: [It locks]\n',
  'task.yaml':
    'assigned_to: specialist_1\nparent_cmd: cmd_001\npersona: Smith\nobjective: Oil it\n',
  'report.yaml': [
    'status: done',
    'result: { summary: Oiled, files_modified: [] }',
    'purpose_validation: { meets_criteria: true, gaps: [] }',
    'skill_candidate: { found: false }',
    '',
  ].join('\n'),
};

/** Commands that work in a folder without an army; the others find one that is not live. */
const ALONE =
  /^(?:queue|board|task|knowledge|demo|relay|mock-agent|completion|init|config|doctor|approve)/;

/** Those that go on until they are stopped; they have said something when they are up. */
const ENDLESS: readonly (readonly [RegExp, NodeJS.Signals])[] = [
  [/ (?:log|inbox) .*(?:--follow|-f\b)/, 'SIGINT'],
  [/ mock-agent /, 'SIGTERM'],
];

type World = Pick<CliArmy, 'home' | 'env'>;

async function worldOf(command: string): Promise<World> {
  const home = tempDir();
  const alone = { home, env: { HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' } };
  const army = ARMIES[command.split(' ')[0] ?? ''] ?? armyWithMail;
  const world: World = ALONE.test(command) ? alone : await army();
  for (const dir of ['.zfunc', '.config/fish/completions']) {
    mkdirSync(join(world.home, dir), { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(world.home, name), text);
  const env = {
    OVLD_ROLE: 'overlord',
    OVLD_RELAY_DIR: join(world.home, 'mail'),
    OVLD_SESSION: 'mine',
  };
  const server = { command: process.execPath, args: [OVLD, 'relay'], env };
  const config = { mcpServers: { 'ovld-relay': server } };
  writeFileSync(join(world.home, 'mcp.json'), JSON.stringify(config));
  return { ...world, env: { ...world.env, PATH: `${ovldOnPath(world.home)}:/usr/bin:/bin` } };
}

async function dismissedArmy(): Promise<World> {
  const army = await cliArmy();
  const letter = { subject: 'The cache', body: 'timeout', priority: 'normal' } as const;
  await army.store.mail.deliver({ from: 'overlord', to: 'inferno', ...letter });
  await army.store.cleanUp(join(army.home, '.config/ovld/history/overlord'));
  return army;
}

async function armyWithMail(): Promise<World> {
  const army = await cliArmy();
  const event = { event: 'stored', id: 'm1', from: 'overlord', to: 'storm', priority: 'normal' };
  const record = JSON.stringify({ at: new Date().toISOString(), ...event });
  appendFileSync(join(army.dir, 'journal.jsonl'), `\n${record}`);
  return army;
}

const ARMIES: Readonly<Record<string, () => Promise<World>>> = {
  history: dismissedArmy,
  hold: runningArmy,
};

/** A line as a person types it, without a terminal. */
async function type(line: string, world: World) {
  const endless = ENDLESS.find(([pattern]) => pattern.test(line));
  // The shell is the program then, and a signal for one is for the other.
  const typed = endless ? `exec ${line}` : line;
  const child = spawn('sh', ['-c', typed], { env: world.env, cwd: world.home });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  if (!endless) child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, endless, ended, told: () => ({ stdout, stderr }) };
}

describe('every example of the help does what it says', () => {
  const examples = allExamples().filter(([command]) => !LIVE.includes(command));

  it.each(examples)('%s: %s', { timeout: 120_000 }, async (command, line) => {
    const world = await worldOf(command);
    for (const earlier of BEFORE[line] ?? BEFORE[command] ?? []) {
      const before = await type(earlier, world);
      expect(await before.ended, `${earlier}: ${before.told().stderr}`).toBe(0);
    }
    const { child, endless, ended, told } = await type(line, world);
    if (endless) {
      await waitFor(() => told().stdout !== '', `${line} to be up`);
      child.kill(endless[1]);
    }
    expect({ code: await ended, ...told() }).toMatchObject({ code: 0, stderr: '' });
  });

  it('says in Japanese what a person would write in Japanese', () => {
    const lines = Object.values(helpBook('ja').pages).flatMap(examplesIn);
    const quoted = lines.flatMap((line) => line.match(/"[^"]*"/g) ?? []);
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((words) => !/\p{Script=Han}|\p{Script=Hiragana}/u.test(words))).toEqual(
      [],
    );
    expect(lines.filter((line) => /\b(?:Oil|Done|Smith|gate|iron|cache)/.test(line))).toEqual([]);
  });

  it('covers every command', () => {
    const typed = new Set(allExamples().map(([command]) => command));
    const names = Object.keys(helpBook('en').pages).filter((name) => name !== '');
    expect(names.filter((name) => !typed.has(name))).toEqual([]);
  });
});
