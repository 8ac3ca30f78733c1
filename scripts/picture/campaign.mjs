// The campaign the pictures show: one line of a person becomes fourteen messages of six scripted agents.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../examples/stage.mjs';

export const WORDS = {
  en: {
    title: 'Six agents in three tabs of one tmux session, after fourteen messages',
    want: 'Ship the login page',
    parts: {
      inferno: 'the API',
      glacier: 'the page',
      shadow: 'the test suite',
      storm: 'the rollout',
    },
    build: (part) => `Build ${part}`,
    done: (part) => `${part} is done`,
    ask: 'Which fields does POST /login take?',
    told: 'email and password, as JSON',
    live: 'The login page is live',
    legend: [
      'typed by a person',
      'typed by the relay: a nudge, never a message',
      'what the agent then read',
    ],
  },
  ja: {
    title: 'tmux の一つのセッション、三つのタブにいる六つのエージェント。メッセージ十四通の後',
    want: 'ログイン画面を公開せよ',
    parts: { inferno: 'API', glacier: '画面', shadow: 'テスト', storm: '公開手順' },
    build: (part) => `${part}を作れ`,
    done: (part) => `${part}ができました`,
    ask: 'POST /login が受け取る項目は?',
    told: 'email と password の JSON',
    live: 'ログイン画面を公開しました',
    legend: [
      '人が入力したもの',
      '伝令が打った合図（メッセージ本文は打たない）',
      'エージェントが読んだもの',
    ],
  },
};
const MESSAGES = 14;

/** What each does with a message that contains something: the scripts of the mock agents. */
function scripts({ want, parts, build, done, ask, told, live }) {
  const general = (role, ms) => [
    `status working: ${parts[role]}`,
    `work ${ms}`,
    `send strategist: ${done(parts[role])}`,
    `status done: ${parts[role]}`,
  ];
  const rules = {
    overlord: [[want, [`send strategist: ${want}`]]],
    strategist: [
      [
        want,
        [
          `status working: ${want}`,
          ...Object.entries(parts).map(([role, part]) => `send ${role}: ${build(part)}`),
        ],
      ],
      [done(parts.storm), [`send overlord: ${live}`, `status done: ${want}`]],
    ],
    inferno: [
      [ask, [`reply: ${told}`]],
      [build(parts.inferno), general('inferno', 300)],
    ],
    glacier: [
      [build(parts.glacier), [`send inferno: ${ask}`]],
      [told, general('glacier', 300)],
    ],
    shadow: [
      [build(parts.shadow), [`send inferno: ${ask}`]],
      [told, general('shadow', 900)],
    ],
    storm: [[build(parts.storm), general('storm', 3500)]],
  };
  return Object.entries(rules).map(([role, own]) => ({
    role,
    script: { rules: own.map(([when, todo]) => ({ when, do: todo })) },
  }));
}

const COMMANDS = {
  overlord: ['strategist'],
  strategist: ['inferno', 'glacier', 'shadow', 'storm'],
};

/** Raises the army in the world's tmux; nobody has a ritual yet. */
export async function raise(world, language) {
  const seats = scripts(WORDS[language]).map(({ role, script }) => {
    const file = world.write(`scripts/${role}.json`, JSON.stringify(script));
    const commands = COMMANDS[role] ?? [];
    return `  - { role: ${role}, commands: [${commands.join(', ')}], agent: mock, args: [--script, ${file}] }`;
  });
  const shipped = readFileSync(new URL('../../formations/overlord.yaml', import.meta.url), 'utf8');
  const tabs = shipped.slice(shipped.indexOf('\ntabs:'));
  world.write('.ovld/formations/overlord.yaml', `roles:\n${seats.join('\n')}\n${tabs}`);
  const quick = 'pauses: { before: 50, enter: 150, between: 50 }';
  world.write('.ovld/config.yaml', `mux: tmux\nlanguage: ${language}\n${quick}\n`);
  await world.does(['summon', '--detach', '--no-rituals']);
}

const FIELDS = '#{pane_id} #{@ovld_role} #{pane_left} #{pane_top} #{pane_width}';

export const panesIn = (world, tab) =>
  world
    .tmux('list-panes', '-t', `overlord:${tab}`, '-F', FIELDS)
    .trim()
    .split('\n')
    .map((line) => {
      const [id, role, left, top, columns] = line.split(' ');
      return { id, role, left: Number(left), top: Number(top), columns: Number(columns) };
    });

export const paneOf = (world, tab, role) => panesIn(world, tab).find((pane) => pane.role === role);

/** The person: one line and Enter, into the pane of the overlord. Over when the report is on its screen. */
export async function command(world, language) {
  const words = WORDS[language];
  const { id } = paneOf(world, 'command', 'overlord');
  world.tmux('send-keys', '-t', id, '-l', words.want);
  world.tmux('send-keys', '-t', id, 'Enter');
  const journal = join(world.env.HOME, '.config/ovld/relay/journal.jsonl');
  await until(`${MESSAGES} messages read`, () => {
    if (!existsSync(journal)) return false;
    const lines = readFileSync(journal, 'utf8').split('\n');
    return lines.filter((line) => line.includes('"fetched"')).length === MESSAGES;
  });
  const plain = () => world.tmux('capture-pane', '-p', '-t', id).replaceAll('\n', '');
  await until('the report on the screen', () => plain().includes(`strategist: ${words.live}`));
}
