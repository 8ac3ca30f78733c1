import type { reasons as en } from '../en/reasons.ts';

export const reasons: typeof en = {
  not_valid: () => '正しくありません',
  unknown_key: ({ key }) => `${key} という項目はありません`,
  project_command: () =>
    'notify.command はプログラムを実行するため、あなた自身の ~/.config/ovld/config.yaml にだけ書けます',
  program_relative: ({ program }) =>
    `${program} は PATH 上のプログラム名でも絶対パスでもありません`,
  variable_name: ({ name }) => `${name} はここでは環境変数の名前に使えません`,
  mcp_ways: () => 'mcp には flag、env、file と folder の組のうち、どれか一つを指定してください',
  pattern_invalid: ({ said }) => `正規表現が正しくありません: ${said}`,
  pattern_repeats: () =>
    '繰り返しのグループの中に、選択（|）や繰り返しは書けません。行によっては照合が終わらなくなります',
  pattern_without_text: () => 'ready には、入力欄の中身を表すグループ (?<text>…) が要ります',
  pattern_fits_empty: () =>
    'ready が空の行にも一致します。これではどの画面も準備完了に見えてしまいます',
  custom_seat_key: ({ key }) =>
    `陣形で定義したプログラムに ${key} は指定できません。agent の args に書いてください`,
  other_name: ({ name }) =>
    `name が ${name} になっています。陣形の名前はファイル名と同じにしてください`,
  reserved_name: ({ name }) => `${name} は役の名前に使えません`,
  role_twice: ({ role }) => `役 ${role} が二度出てきます`,
  role_unknown: ({ role }) => `${role} という役はありません`,
  duty_taken: ({ role, duty }) => `${duty} はすでに ${role} です`,
  duty_missing: ({ duty }) => `掲示板には duty: ${duty} の役が要ります`,
  duty_single: ({ duty }) => `${duty} は一人だけです`,
  copy_name_taken: ({ name }) => `${name} は別の役の名前です`,
  copy_name_too_long: ({ name }) => `${name} は名前として長すぎます`,
  tab_twice: ({ tab }) => `タブ ${tab} が二度出てきます`,
  tab_too_full: ({ tab, panes, most }) =>
    `${tab} のペインは ${panes} 個ありますが、${most} 個までです`,
  pane_twice: ({ role }) => `${role} のペインはすでにあります`,
  pane_missing: ({ role }) => `${role} のペインがありません`,
  size_in_grid: () => 'tiled のタブではペインの大きさを選べません',
  size_of_counted: ({ role }) => `${role} は人数のある役なので、ペインの大きさは選べません`,
  sizes_wrong: ({ tab, sum }) => `${tab} の大きさの合計が ${sum} % です`,
  control_character: ({ character }) => `端末に届くと困る制御文字（${character}）があります`,
  ritual_empty: () => '儀式が空です',
  ritual_is_command: () => '/ や ! で始まる儀式は、コマンドとして実行されてしまいます',
  not_a_file: () => '普通のファイルではありません',
  file_missing: () => 'ファイルがありません',
  file_too_large: ({ kib }) => `${kib} KiB を超えています`,
  not_utf8: () => 'UTF-8 ではありません',
  not_readable: ({ errno }) => `読めません（${errno}）`,
  link_to_nothing: () => 'リンク先のファイルがありません',
  symlink: () => 'シンボリックリンクです',
  not_a_directory: () => 'ディレクトリではありません',
  session_not_up: () => 'セッションが始まりませんでした',
  session_left: () => 'セッションがまだ残っています',
  session_ended_at_once: () => 'すぐに終了しました',
  pane_not_seen: () => '新しいペインが現れませんでした',
  pane_unknown: ({ pane }) => `ペイン ${pane} がありません`,
  tab_unknown: () => 'ペインを開くタブがありません',
  answer_empty: () => '何も答えませんでした',
  answer_late: ({ ms }) => `${ms} ミリ秒以内に応答がありませんでした`,
  answer_unexpected: ({ line }) => `出力を読み取れませんでした: ${JSON.stringify(line)}`,
  timed_out: () => '時間内に終わりませんでした',
  exited: ({ end }) =>
    end.startsWith('SIG') ? `シグナル ${end} で終了しました` : `終了コードは ${end} でした`,
};
