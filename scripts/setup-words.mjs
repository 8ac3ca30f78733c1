// What the first start says before src/ is built, in the language that `languageOf` in src/config/env.ts finds.
const { env } = process;
const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
const [language] = [env.OVLD_LANG || '', locale].flatMap(
  (value) => /^(?:en|ja)(?=[_.@-]|$)/.exec(value.toLowerCase()) ?? [],
);

const en = {
  installing: (there, of, seconds) =>
    `Installing dependencies (once): ${there} of ${of} packages, ${seconds} s`,
  building: 'Building …',
  stopped: 'Stopped. The next start installs again.',
  again: 'That failed; trying once more.',
  failed: 'The dependencies could not be installed; npm says why above.',
  noNpm: (why) => `npm cannot be started: ${why}`,
};

const ja = {
  installing: (there, of, seconds) =>
    `依存パッケージを入れています（初回のみ）: ${of} 個中 ${there} 個、${seconds} 秒`,
  building: 'ビルドしています …',
  stopped: '中断しました。次に起動すると、入れ直します。',
  again: '失敗しました。もう一度試します。',
  failed: '依存パッケージを入れられませんでした。理由は上の npm の表示にあります。',
  noNpm: (why) => `npm を起動できません: ${why}`,
};

export const words = language === 'ja' ? ja : en;
