import { stem } from './search-stem.ts';

// What software people call by several names: the native word, the loan word, the English one, the short one. A word of
// a line is also found by the others of its line. Only words that mean the same wherever they stand; the first names it.
const LINES = `
retry 再試行 リトライ 再実行 やり直す
deploy デプロイ 配備 release リリース 公開
version バージョン 版
rollback ロールバック 切り戻し 巻き戻す 戻す revert
alert 警報 アラート alarm
monitoring 監視 モニタリング
error エラー 誤り
failure 失敗 fail
outage 障害 停止 incident インシデント
bug 不具合 バグ
authentication 認証 auth ログイン login signin
authorization 認可 権限 permission
password パスワード
token トークン
session セッション
security セキュリティ
vulnerability 脆弱性
encryption 暗号化 encrypt
secret 秘密 シークレット credential
database データベース db
table テーブル 表
query クエリ クエリー 問い合わせ
index インデックス 索引
transaction トランザクション
lock ロック 排他
deadlock デッドロック
migration マイグレーション 移行 migrate
replica レプリカ replication レプリケーション
pool プール
column 列 カラム
row 行 レコード record
cache キャッシュ
queue キュー 待ち行列
message メッセージ
batch バッチ
schedule スケジュール 定期 cron
duplicate 重複 二重 twice
idempotent 冪等 べき等 idempotency
concurrency 並行 並列 同時 concurrent parallel 競合 race
timeout タイムアウト 時間切れ
deadline 期限 expiry 失効
network ネットワーク 通信
request リクエスト 要求
response レスポンス 応答
server サーバー
client クライアント
proxy プロキシ
container コンテナ
image イメージ
build ビルド
test テスト 試験
flaky 不安定
mock モック 偽物 fake
snapshot スナップショット
coverage カバレッジ 網羅
regression 退行 回帰 デグレ リグレッション
refactoring リファクタリング refactor
review レビュー 査読
dependency 依存 library ライブラリ
config 設定 configuration コンフィグ setting
environment 環境
log ログ logging
trace トレース 追跡
performance 性能 パフォーマンス
slow 遅い 低速
memory メモリー メモリ heap ヒープ
leak リーク 漏れ
thread スレッド
process プロセス
signal シグナル
shutdown シャットダウン 終了
restart 再起動
file ファイル
folder フォルダー フォルダ directory ディレクトリ
upload アップロード
download ダウンロード
encoding 文字コード エンコーディング charset
mojibake 文字化け
timezone タイムゾーン 時間帯
datetime 日時 時刻
screen 画面
form フォーム
button ボタン
validation 検証 バリデーション validate
sanitize サニタイズ 無害化 エスケープ escape
accessibility アクセシビリティ
component コンポーネント 部品
state 状態 ステート
render 描画 レンダリング
payment 決済 支払い 支払
billing 請求 課金 invoice 請求書
order 注文
stock 在庫 inventory
user ユーザー 利用者
customer 顧客
mail メール email
notification 通知
search 検索
pagination ページング ページネーション
sort 並べ替え ソート
documentation 文書 ドキュメント document
excel エクセル
backup バックアップ 予備
`;

/** Marks a concept among terms; no word begins so. */
const MARK = '≈';

const concepts = new Map<string, string>(
  LINES.trim()
    .split('\n')
    .flatMap((line) => {
      const names = line.split(' ');
      return names.map((name): [string, string] => [formOf(name), `${MARK}${names[0]}`]);
    }),
);

/** Names that the dictionary cuts into several words: 再試行, 切り戻し, 待ち行列. */
export const COMPOUNDS = new RegExp(
  [...concepts.keys()].filter((form) => form.length > 2 && /\p{Script=Han}/u.test(form)).join('|'),
  'gu',
);

export const conceptOf = (form: string): string | undefined => concepts.get(form);

/** English by its stem, Japanese as the words of a text are: without okurigana and the last long vowel. */
function formOf(name: string): string {
  if (/^[a-z]/.test(name)) return stem(name);
  return name.replace(/(?<=[^ぁ-ん])[ぁ-ん]$/u, '').replace(/(?<=..)ー$/u, '');
}
