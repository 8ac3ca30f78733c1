import { quoted } from '../../kit/quoted.ts';
import type { army as en } from '../en/army.ts';

export const army: typeof en = {
  steps: {
    starting: '起動中',
    ready: '準備完了',
    given: '儀式完了',
    asks: '回答待ち',
    ended: 'エージェントが終了しました',
    skipped: '省略',
  },
  agents: {
    claude: 'Claude',
    codex: 'Codex',
    opencode: 'opencode',
    qwen: 'Qwen Code',
    copilot: 'Copilot',
    gemini: 'Gemini CLI',
    mock: '台本エージェント',
  },
  versionUnread: (program) => `${program} のバージョンが読めませんが、このまま続けます`,
  postponed: (role, asker) =>
    `${role} はまだ起動していません。

このフォルダーを信頼するか、
${asker} のペインで尋ねています。
そこで答えると、このペインは
自動で起動します。

「No」と答えたか、エージェントが
終了した場合:
ovld restart ${asker}  再起動する
ovld unsummon  軍を送還する`,
  trustUnread: (path) =>
    `${path} を読めないため、このフォルダーが信頼済みか分かりません。どのエージェントも尋ねることがあります`,
  noCount: (formation) => `--specialists: 陣形 ${formation} は人数を変えられません`,
  noDuty: (duty, formation) =>
    `toolsets: 掲示板には duty: ${duty} の役が要りますが、陣形 ${formation} にはいません`,
  onlyScripted: (flag) =>
    `${flag}: すべての役が台本どおりのエージェント（mock）か、陣形で定義したプログラムなので、指定できません`,
  alreadyUp: (session) => `軍 ${session} はすでに召喚されています。ovld attach で入れます。`,
  switched: (session) => `この端末に ${session} を表示しました。ovld unsummon で送還できます。`,
  detached: (session) =>
    `軍 ${session} は動き続けています。ovld attach で戻り、ovld unsummon で送還できます。`,
  cutShort: (session, roles) =>
    `軍 ${session} は動き続けています。役割の指示がまだの役: ${roles.join('、')}。ovld inject で送り、ovld attach で入り、ovld unsummon で送還できます。`,
  ended: (session) =>
    `軍 ${session} は終了したので片付けました。ovld summon --resume で、未読メールと会話を引き継いで召喚し直せます。`,
  renamed: (session, name, mux) =>
    `軍 ${session} のセッションは ${quoted(name)} に改名されています。ovld はそのまま使い続けます。${
      mux === 'tmux'
        ? `元の名前には tmux rename-session -t ${quoted(name)} ${session} で戻せます。`
        : `Zellij では動いている間は元の名前に戻せません。戻すには ovld unsummon の後に ovld summon --resume。`
    }`,
  ofAnotherFolder: ({ session, folder }) =>
    `ここで召喚された軍はありません。${folder} の軍 ${session} を表示します。`,
  dryFormation: ({ name, roles, mux, store, toolsets }) =>
    `陣形 ${name}: ${mux} に ${roles.length} 役、置き場所 ${store}、ツール ${toolsets.join('、')}`,
  dryFiles: '書くファイル:',
  dryCommands: '実行するコマンド:',
  questions: {
    trust: 'このフォルダーを信頼するか尋ねています',
    elsewhere: '最初のペインのエージェントが立ち上がると起動します',
    api_key: '環境変数の API キーを使うか尋ねています',
    bypass: '許可なしで動くことを確認しています',
    settings: '設定ファイルの問題を知らせています',
    login: 'ログインしていません',
    permission: '許可を求めています',
    choice: '質問しています',
  },
};
