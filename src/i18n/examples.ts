import type { Language } from './texts.ts';

/** A line to type, and what it does. */
export type ToldExample = { typed: string } & Record<Language, string>;

const one = (typed: string, en: string, ja: string): ToldExample => ({ typed, en, ja });

/** Of each command, by its words. A test types every one of them (`test/cli/examples.test.ts`). */
export const commandExamples: Readonly<Record<string, readonly ToldExample[]>> = {
  summon: [
    one('ovld summon --detach', 'start, and leave this terminal alone', '端末を使わずに召喚する'),
    one('ovld summon --mux tmux --agent mock --dry-run', 'only show the plan', '計画だけを見る'),
    one(
      'ovld summon --formation bastion --specialists 2 --detach',
      'another formation',
      '別の陣形で召喚する',
    ),
  ],
  unsummon: [
    one('ovld unsummon --force', 'end the army of this folder', 'このフォルダーの軍を送還する'),
    one('ovld unsummon --all --force --json', 'end every army', 'すべての軍を送還する'),
  ],
  attach: [
    one('ovld attach', 'enter the army of this folder', 'このフォルダーの軍に入る'),
    one('ovld attach --session overlord', 'enter the army of that name', '名前を指定して入る'),
  ],
  status: [
    one('ovld status', 'the army of this folder', 'このフォルダーの軍'),
    one('ovld status --all --json', 'every army, for a program', 'すべての軍を JSON で'),
  ],
  inject: [
    one('ovld inject storm', 'give one role its ritual again', '一つの役に儀式を与え直す'),
    one('ovld inject storm shadow', 'several, one after the other', '二つの役に順に与える'),
  ],
  restart: [
    one('ovld restart storm', 'a fresh agent for this seat', '席に新しいエージェントを座らせる'),
    one('ovld restart storm --resume --dry-run', 'what would be done', '何をするかだけを見る'),
  ],
  log: [
    one('ovld log --since 10m', 'what happened in the last ten minutes', '直近 10 分の出来事'),
    one('ovld log --follow --role storm', 'and go on, about storm only', 'storm の出来事を追う'),
  ],
  hold: [
    one('ovld hold storm', 'let storm work undisturbed', 'storm への合図を止める'),
    one('ovld hold all', 'ring for nobody', '全員への合図を止める'),
  ],
  release: [
    one('ovld release storm', 'ring for storm again', 'storm への合図を再開する'),
    one('ovld release', 'lift every hold', 'すべての保留を解く'),
  ],
  watch: [
    one('ovld watch', 'until Ctrl-C', 'Ctrl-C で止めるまで'),
    one('ovld watch --json', 'one object a line', '1 行に 1 件の JSON で'),
  ],
  queue: [
    one('ovld queue list', 'everything in the inboxes', '受信箱の中身をすべて見る'),
    one('ovld queue write marshall "Go on" --from envoy', 'write to a role', '役に書き送る'),
  ],
  'queue write': [
    one('ovld queue write marshall "Go on" --from envoy', 'wake the marshall', 'marshall を起こす'),
    one(
      'ovld queue write envoy Done --from marshall --type report_received',
      'say that a report is there',
      '報告が届いたと知らせる',
    ),
  ],
  'queue list': [
    one('ovld queue list marshall', 'one inbox', '一つの受信箱'),
    one('ovld queue list --json', 'one object a line', '1 行に 1 件の JSON で'),
  ],
  board: [
    one('ovld board', 'who has what', '誰が何を持っているか'),
    one('ovld board --json', 'the same for a program', '同じものを JSON で'),
  ],
  'board issue': [
    one(
      'ovld board issue "Mend the gate" --purpose "It shuts" --criterion "It locks"',
      'give the marshall a command',
      'marshall に指令を出す',
    ),
    one('ovld board issue --input command.yaml', 'from a file', 'ファイルから出す'),
  ],
  task: [
    one('ovld task list', 'the tasks of the board', '掲示板の任務'),
    one('ovld task show subtask_001', 'one of them', 'そのうちの一つ'),
  ],
  'task list': [
    one('ovld task list', 'every open task', '終わっていない任務'),
    one('ovld task list --json', 'the same for a program', '同じものを JSON で'),
  ],
  'task show': [
    one('ovld task show subtask_001', 'with report and evaluation', '報告と評価も見る'),
    one('ovld task show subtask_001 --json', 'the same for a program', '同じものを JSON で'),
  ],
  'task assign': [
    one(
      'ovld task assign "Oil it" --to specialist_1 --command cmd_001 --persona Smith',
      'give a specialist a task',
      '専門家に任務を割り当てる',
    ),
    one('ovld task assign --input task.yaml', 'from a file', 'ファイルから割り当てる'),
  ],
  'task get': [
    one('ovld task get specialist_1', 'what specialist_1 works on', 'specialist_1 の今の任務'),
    one('ovld task get specialist_1 --json', 'the same for a program', '同じものを JSON で'),
  ],
  'task update': [
    one('ovld task update subtask_001 --status in_progress', 'begin it', '任務を始める'),
    one(
      'ovld task update subtask_001 --status blocked --reason "No oil"',
      'say that it is blocked',
      '止まっていると知らせる',
    ),
  ],
  'task report': [
    one(
      'ovld task report subtask_001 --status done --summary Oiled --no-skill',
      'it is done',
      '完了を報告する',
    ),
    one('ovld task report subtask_001 --input report.yaml', 'from a file', 'ファイルから報告する'),
  ],
  'task evaluate': [
    one('ovld task evaluate subtask_001 --scores 5,4,4', 'judge a report', '報告を評価する'),
    one(
      'ovld task evaluate subtask_001 --scores 3,3,3 --learnt "lesson: Oil it first"',
      'and keep what was learnt',
      '学んだことも残す',
    ),
  ],
  knowledge: [
    one('ovld knowledge search gate oil', 'what is known about it', '関係する知見を探す'),
    one('ovld knowledge list', 'everything, newest first', 'すべてを新しい順に'),
  ],
  'knowledge search': [
    one('ovld knowledge search gate oil', 'by words', '言葉で探す'),
    one('ovld knowledge search --tag iron --limit 3', 'by a tag', 'タグで探す'),
  ],
  'knowledge list': [
    one('ovld knowledge list', 'newest first', '新しい順に並べる'),
    one('ovld knowledge list --type lesson --json', 'lessons, for a program', '教訓を JSON で'),
  ],
  'knowledge record': [
    one(
      'ovld knowledge record "Oil it first" --type lesson --title Gates',
      'keep a lesson',
      '教訓を残す',
    ),
    one(
      'ovld knowledge record "Oil in May" --type pattern --title Oil --tag iron',
      'with a tag to find it by',
      '探すためのタグも付ける',
    ),
  ],
  relay: [
    one(
      'OVLD_ROLE=storm OVLD_SESSION=mine OVLD_RELAY_DIR=$PWD/mail ovld relay',
      'as an agent starts it',
      'エージェントと同じように起動する',
    ),
    one('ovld relay --help', 'this help', 'このヘルプ'),
  ],
  'mock-agent': [
    one('ovld mock-agent --mcp-config mcp.json', 'sit in a seat', '席に座る'),
    one(
      'ovld mock-agent --mcp-config mcp.json --record keys.jsonl',
      'and keep what is typed',
      '打ち込まれたものを記録する',
    ),
  ],
};
