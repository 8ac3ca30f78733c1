import type { parser as en } from '../en/parser.ts';

export const parser: typeof en = {
  description:
    'コーディングエージェントの軍を Zellij か tmux のペインに召喚し、その間でメッセージを運びます。',
  titles: {
    'Usage:': '使い方:',
    'Arguments:': '引数:',
    'Options:': 'オプション:',
    'Commands:': 'コマンド:',
  },
  groups: {
    army: '軍:',
    messages: 'メッセージ:',
    work: '仕事:',
    machine: 'この環境:',
    programs: 'プログラムが起動するもの:',
  },
  examples: '例:',
  options: '[オプション]',
  command: '[コマンド]',
  more: '各コマンドのオプションと例は ovld <コマンド> --help で表示します。',
  start: {
    begin: {
      title: 'プロジェクトのフォルダーで始める:',
      rows: [
        ['ovld demo', '台本どおりに動くエージェントのデモを見る'],
        ['ovld summon --agent mock', '台本どおりのエージェントの軍（アカウント不要）'],
        ['ovld summon --formation pair', 'Claude Code が演じる二体の軍（lead と hand）'],
        ['ovld summon', 'Claude Code が演じる六体の軍（魔王の軍）'],
      ],
    },
    goOn: {
      title: '軍を召喚したら:',
      rows: [
        ['ovld attach', '軍に入る'],
        ['ovld status', 'すべての役と、待っているものを見る'],
        ['ovld send <役> "<本文>"', '役に書く'],
        ['ovld inbox', '自分宛てのメッセージを読む'],
        ['ovld log --messages', '役どうしのメッセージを読む'],
        ['ovld dashboard', '全体を見守る'],
        ['ovld unsummon', '軍を送還する。メッセージは履歴に残る'],
      ],
    },
    more: 'すべてのコマンドは ovld --help、各コマンドのオプションと例は ovld <コマンド> --help で表示します。足りないものは ovld doctor が調べます。',
  },
  help: 'このヘルプを表示する',
  version: 'バージョンを表示する',
  lang: '表示する言語（en または ja。OVLD_LANG でも指定できる）',
  langToo: '--lang en|ja はどのコマンドでも使えます。',
  usual: (value) => `（指定がなければ ${value}）`,
  noCommand: 'コマンドが指定されていません',
  unknownOption: (flag, like) =>
    `${flag} というオプションはありません${like === undefined ? '' : `。もしかして: ${like}`}`,
  unknownCommand: (name, like) =>
    `${name} というコマンドはありません${like === undefined ? '' : `。もしかして: ${like}`}`,
  does: (commands) => commands.map(([typed, about]) => `${typed} は「${about}」`).join('、'),
  textAfterDashes: (command) =>
    `オプションは ${command} --help で表示します。- で始まる本文は -- の後に書いてください`,
  argumentMissing: (name) => `<${name}> が指定されていません`,
  valueMissing: (flags) => `${flags} には値が必要です`,
  optionMissing: (flags) => `${flags} は必ず指定してください`,
  tooMany: (command, expected, given) =>
    `${command === undefined ? '' : `${command} の`}引数が多すぎます。${expected} 個までですが、${given} 個あります`,
  badOption: (flags, value, why) => `${flags} に '${value}' は使えません。${why}`,
  badArgument: (name, value, why) => `<${name}> に '${value}' は使えません。${why}`,
  notTogether: (one, other) => `${one} と ${other} は同時に使えません`,
};
