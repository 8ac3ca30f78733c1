// What the pictures show: one line that a person types to an army of `ovld summon --agent mock`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../examples/stage.mjs';

export const WORDS = {
  en: {
    title: 'Six agents in three tabs of one tmux session, after ten messages',
    want: 'Ship the login page',
    end: 'nothing real was made.',
    legend: [
      'typed by a person',
      'typed by the relay: a nudge, never a message',
      'what the agent then read',
    ],
  },
  ja: {
    title: 'tmux の一つのセッション、三つのタブにいる六つのエージェント。メッセージ十通の後',
    want: 'ログイン画面を公開せよ',
    end: '本物は何も作っていません。',
    legend: [
      '人が入力したもの',
      '伝令が打った合図（メッセージ本文は打たない）',
      'エージェントが読んだもの',
    ],
  },
};
const MESSAGES = 10;

/** Raises the army in the world's tmux; no role has its ritual yet. */
export async function raise(world, language) {
  const quick = 'pauses: { before: 50, enter: 150, between: 50 }';
  world.write('.ovld/config.yaml', `mux: tmux\nlanguage: ${language}\n${quick}\n`);
  await world.does(['summon', '--agent', 'mock', '--detach', '--no-rituals']);
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

/** The person: one line and Enter, into the pane of the overlord. Over when the answer is on its screen. */
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
  const plain = () => world.tmux('capture-pane', '-p', '-t', id).replaceAll(/\s+/g, '');
  const end = words.end.replaceAll(' ', '');
  await until(
    'the answer on the screen',
    () => plain().includes(end) && !plain().includes('Working'),
  );
}
