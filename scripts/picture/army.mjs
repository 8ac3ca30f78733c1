// Six mock agents in a real tmux, after a real exchange of messages: all three tabs, in both languages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { play, until } from '../../examples/stage.mjs';
import { picture } from './svg.mjs';

const WORDS = {
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
const SIZES = { command: [104, 24], battlefield: [44, 26], support: [55, 26] };

/** What each does with a message that contains something: the scripts of the mock agents. */
function scripts({ want, parts, build, done, ask, told, live }) {
  const general = (role, ms, last) => [
    `status working: ${parts[role]}`,
    `work ${ms}`,
    `send strategist: ${done(parts[role])}`,
    ...last,
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
      [done(parts.storm), [`send overlord: ${live}`]],
    ],
    inferno: [
      [ask, [`reply: ${told}`]],
      [build(parts.inferno), general('inferno', 300, [])],
    ],
    glacier: [
      [build(parts.glacier), [`send inferno: ${ask}`]],
      [told, general('glacier', 300, [])],
    ],
    shadow: [
      [build(parts.shadow), [`send inferno: ${ask}`]],
      [told, general('shadow', 900, [])],
    ],
    storm: [[build(parts.storm), general('storm', 3500, [])]],
  };
  return Object.entries(rules).map(([role, own]) => ({
    role,
    script: { rules: own.map(([when, todo]) => ({ when, do: todo })) },
  }));
}

const marker = (want) => (text, open) => {
  if (text.startsWith('> [MESSAGE from')) return 'nudge';
  if (text.startsWith(`> ${want}`)) return 'person';
  if (/^⏺ (overlord|strategist|inferno|glacier|shadow|storm): /.test(text)) return 'read';
  // A row that goes on has no sign of its own.
  return /^[>⏺✻❯─]|^ {2}|^$/.test(text) ? undefined : open;
};

async function armyIn(language, keep) {
  const words = WORDS[language];
  await play(async (world) => {
    const seats = scripts(words).map(({ role, script }) => {
      const file = world.write(`scripts/${role}.json`, JSON.stringify(script));
      return `  - { role: ${role}, agent: mock, args: [--script, ${file}] }`;
    });
    const shipped = readFileSync(
      new URL('../../formations/overlord.yaml', import.meta.url),
      'utf8',
    );
    const tabs = shipped.slice(shipped.indexOf('\ntabs:'));
    world.write('.ovld/formations/overlord.yaml', `roles:\n${seats.join('\n')}\n${tabs}`);
    const quick = 'pauses: { before: 50, enter: 150, between: 50 }';
    world.write('.ovld/config.yaml', `mux: tmux\nlanguage: ${language}\n${quick}\n`);
    await world.does(['summon', '--detach', '--no-rituals']);

    const FIELDS = '#{pane_id} #{@ovld_role} #{pane_left} #{pane_top} #{pane_width}';
    const panesIn = (tab) =>
      world
        .tmux('list-panes', '-t', `overlord:${tab}`, '-F', FIELDS)
        .trim()
        .split('\n')
        .map((line) => {
          const [id, role, left, top, columns] = line.split(' ');
          return { id, role, left: Number(left), top: Number(top), columns: Number(columns) };
        });
    for (const [tab, [columns, rows]] of Object.entries(SIZES)) {
      world.tmux('resize-window', '-t', `overlord:${tab}`, '-x', `${columns}`, '-y', `${rows}`);
    }
    const overlord = panesIn('command').find(({ role }) => role === 'overlord');
    world.tmux('resize-pane', '-t', overlord.id, '-x', '38');
    // Only now, so that nothing was wrapped for another size.
    await world.does(['inject']);
    // The person: one line and Enter, into the pane of the overlord.
    world.tmux('send-keys', '-t', overlord.id, '-l', words.want);
    world.tmux('send-keys', '-t', overlord.id, 'Enter');

    const journal = join(world.env.HOME, '.config/ovld/relay/journal.jsonl');
    await until(`${MESSAGES} messages read`, () => {
      if (!existsSync(journal)) return false;
      const read = readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"fetched"'));
      return read.length === MESSAGES;
    });
    const plain = () => world.tmux('capture-pane', '-p', '-t', overlord.id).replaceAll('\n', '');
    await until('the report on the screen', () => plain().includes(`strategist: ${words.live}`));

    const names = Object.keys(SIZES);
    const window = (tab) => ({
      columns: SIZES[tab][0],
      rows: SIZES[tab][1],
      tabs: names.map((name) => ({ name, shown: name === tab })),
      panes: panesIn(tab).map((pane) => ({
        ...pane,
        screen: world.tmux('capture-pane', '-p', '-e', '-t', pane.id),
      })),
      mark: marker(words.want),
    });
    const marks = ['person', 'nudge', 'read'];
    keep(
      picture({
        title: words.title,
        rows: [[window('command')], [window('battlefield'), window('support')]],
        legend: words.legend.map((text, i) => ({ mark: marks[i], text })),
      }),
    );
  });
}

export async function army() {
  const pictures = [];
  await armyIn('en', (content) => pictures.push({ file: 'army.svg', content }));
  await armyIn('ja', (content) => pictures.push({ file: 'army.ja.svg', content }));
  return pictures;
}
