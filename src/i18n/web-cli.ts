import type { Language } from './texts.ts';

/** `ovld dashboard --web`, as the command line tells of it: apart from the page's own texts, which nobody else loads. */
interface WebCliTexts {
  web: string;
  port: string;
  open: string;
  json: string;
  notPort: string;
  exampleWeb: string;
  exampleOpen: string;
  /** `why`: the system's own code. */
  portRefused(port: number, why: string): string;
  otherPort: string;
  needsWeb: string;
  listening(session: string, url: string): string;
  stopHint: string;
  over: string;
  cannotOpen: string;
}

const en: WebCliTexts = {
  web: 'as a page in your browser, on this machine only',
  port: 'with --web: the port; any free one unless you say',
  open: 'with --web: also open it in the browser',
  json: 'with --web: print JSON and nothing else ({"url", "port"})',
  notPort: 'It must be a port, from 0 to 65535.',
  exampleWeb: 'a page in the browser; prints its address',
  exampleOpen: 'at the same port every time, and opened at once',
  portRefused: (port, why) =>
    why === 'EADDRINUSE'
      ? `port ${port} is taken by another program`
      : `port ${port} cannot be used (${why})`,
  otherPort: 'choose another --port, or leave it out: any free one is taken then',
  needsWeb: '--port, --open and --json go with --web',
  listening: (session, url) => `The army ${session} is at ${url}`,
  stopHint: 'Whoever has this address may write to your agents. Ctrl-C ends it.',
  over: 'The army was dismissed.',
  cannotOpen: 'No browser could be opened here: open the address yourself.',
};

const ja: WebCliTexts = {
  web: 'ブラウザーのページとして開く（このマシンの中だけ）',
  port: '--web のポート。指定がなければ空いているもの',
  open: '--web のページをブラウザーでも開く',
  json: '--web と一緒に: JSON だけを表示する（{"url", "port"}）',
  notPort: '0 から 65535 までのポート番号にしてください。',
  exampleWeb: 'ブラウザーのページ。アドレスを表示する',
  exampleOpen: 'いつも同じポートで、すぐに開く',
  portRefused: (port, why) =>
    why === 'EADDRINUSE'
      ? `ポート ${port} は別のプログラムが使っています`
      : `ポート ${port} は使えません（${why}）`,
  otherPort:
    '別の --port を指定するか、--port を付けずに実行してください（空いているものを使います）',
  needsWeb: '--port、--open、--json は --web と一緒に使います',
  listening: (session, url) => `軍 ${session} のページ: ${url}`,
  stopHint: 'このアドレスを知る人は、あなたのエージェントに書き送れます。Ctrl-C で終わります。',
  over: '軍は送還されました。',
  cannotOpen: 'ここではブラウザーを開けません。アドレスを自分で開いてください。',
};

export const webCliTexts: Record<Language, WebCliTexts> = { en, ja };
