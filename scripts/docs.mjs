// Fills the generated parts of the READMEs and docs from the program itself.  npm run docs [-- --check]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
const OVLD = join(root, 'dist/ovld.js');
const app = createRequire(import.meta.url)(join(root, 'dist/app.js'));
const check = process.argv.includes('--check');
const row = (...cells) => `| ${cells.join(' | ')} |`;

/** The commands as their own files define them, one row each; options only where the table has a column for them. */
function commandTable(language, [command, options, what]) {
  const cells = (name, flags, does) =>
    options === undefined ? row(name, does) : row(name, flags, does);
  const rows = app
    .commandTable(language)
    .map((one) =>
      cells(
        `\`ovld ${one.usage}\``,
        one.options.map((flag) => `\`${flag}\``).join(' ') || '–',
        one.about,
      ),
    );
  return [cells(command, options, what), cells('---', '---', '---'), ...rows].join('\n');
}

/** An army with everything turned on, one role of each duty. */
const WHOLE = {
  name: 'docs',
  toolsets: ['messaging', 'board', 'knowledge'],
  roles: ['envoy', 'marshall', 'specialist'].map((duty) => ({ role: duty, duty })),
};

/** The tools as a relay really lists them. */
async function tools(role, formation) {
  const dir = mkdtempSync(join(tmpdir(), 'ovld-docs-'));
  if (formation !== undefined) {
    writeFileSync(join(dir, 'formation.json'), JSON.stringify(formation), { mode: 0o600 });
  }
  const env = {
    PATH: process.env.PATH,
    OVLD_ROLE: role,
    OVLD_RELAY_DIR: dir,
    OVLD_SESSION: 'docs',
  };
  const child = spawn(process.execPath, [OVLD, 'relay'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return JSON.parse((await lines.next()).value).result;
  };
  const clientInfo = { name: 'docs', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const { tools: listed } = await ask(2, 'tools/list', {});
  child.stdin.end();
  await new Promise((resolve) => child.on('close', resolve));
  rmSync(dir, { recursive: true, force: true });
  return listed;
}

const argument = ({ inputSchema: { properties = {}, required = [] } }) =>
  Object.keys(properties)
    .map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`)
    .join(', ') || '–';

/** Of the board and the knowledge: which duty has which tool. */
async function workToolTable([tool, whose, args, what], all) {
  const seen = new Map();
  for (const { role } of WHOLE.roles) {
    for (const one of (await tools(role, WHOLE)).slice(listed.length)) {
      const { roles = [] } = seen.get(one.name) ?? {};
      seen.set(one.name, { one, roles: [...roles, role] });
    }
  }
  const rows = [...seen.values()].map(({ one, roles }) =>
    row(
      `\`${one.name}\``,
      roles.length === WHOLE.roles.length ? all : roles.join(', '),
      argument(one),
      one.description,
    ),
  );
  return [row(tool, whose, args, what), row('---', '---', '---', '---'), ...rows].join('\n');
}

function toolTable([tool, args, what]) {
  const rows = listed.map((one) => row(`\`${one.name}\``, argument(one), one.description));
  return [row(tool, args, what), row('---', '---', '---'), ...rows].join('\n');
}

const results = () => {
  const path = join(root, 'bench/results.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { machine: '', rows: [] };
};

/** A count that must be 0 has no other bound. */
const target = ({ target: bound }) => (bound === '≤ 0' ? '0' : bound);

const verdict = ({ figure, met }, missed) => (met ? `**${figure}**` : `${figure} (${missed})`);

function benchTable([what, measured, bound, result, missed]) {
  const { machine, rows } = results();
  const lines = rows
    .filter((one) => one.claude !== true)
    .map((one) =>
      row(
        one.name,
        one.floor === undefined ? one.ours : `${one.ours} / ${one.floor}`,
        target(one),
        verdict(one, missed),
      ),
    );
  return [
    row(what, measured, bound, result),
    row('---', '---', '---', '---'),
    ...lines,
    '',
    `(${machine})`,
  ].join('\n');
}

/** The README's figures. A name that is not in the results stops the build of the docs. */
const FIVE = [
  {
    name: 'store → model request with the wake, idle, by socket, against the same by hand, p95 (tmux)',
    en: 'from the store to the model of an idle Claude Code, against the same done by hand, p95',
    ja: '保存から待機中の Claude Code のモデルに届くまで。手で行った場合との比、p95',
  },
  {
    name: 'busy in tools: told of mail with the very next request (tmux)',
    en: 'messages that a busy Claude Code received with its very next request',
    ja: '作業中の Claude Code が次の要求で受け取ったメッセージ',
  },
  {
    name: 'messages in all of these runs',
    en: 'messages in all runs with the real Claude Code',
    ja: '本物の Claude Code による全実行のメッセージ',
  },
  {
    name: 'requests of any kind at the model in 60 s of an idle army of six, after its rituals (tmux)',
    en: 'requests to the model from an idle army of six in 60 s',
    ja: '待機中の六体のエージェントが 60 秒間にモデルへ送った要求',
  },
  {
    name: 'CPU of an idle relay in 60 s, from 25 s after its start (ms)',
    en: 'CPU time of an idle relay in 60 s (ms)',
    ja: '待機中の伝令が 60 秒間に使う CPU 時間（ms）',
  },
];

/** The words of results in Japanese; a name that is not here stays English. */
const JAPANESE = [
  [/^(\d+) of (\d+)$/, '$2 件中 $1 件'],
  [/^all$/, '全件'],
  [
    /^(\d+) sent, (\d+) fetched, (\d+) lost, (\d+) duplicated$/,
    '送信 $1、受信 $2、紛失 $3、重複 $4',
  ],
  [/^none lost, none duplicated$/, '紛失も重複もなし'],
  [
    /^ovld summon: six mock agents started without rituals$/,
    '`ovld summon`（六体の mock の起動まで。儀式は含まない）',
  ],
  [
    /^ovld status of six roles less .*$/,
    '`ovld status`（六つの役。マルチプレクサへの問い合わせを除く）',
  ],
  [/^store → model request with the wake$/, '保存から合図を経てモデルに届くまで'],
  [/^ovld relay from spawn to its initialize reply$/, '伝令の起動から initialize への返答まで'],
  [/^hook cost per tool call$/, 'ツール呼び出し一回あたりのフックの時間（ms）'],
];
const said = {
  en: (text) => text,
  ja: (text) => JAPANESE.reduce((now, [words, ja]) => now.replace(words, ja), text),
};
const listOf = {
  en: (what, bound, figures) => `${what} (${bound}): ${figures.join(', ')}`,
  ja: (what, bound, figures) => `${what}は ${figures.join('、')}（目標 ${bound}）`,
};

/** Five figures, then every figure that missed its target. */
function fiveFigures(lang, [what, measured, bound, missed]) {
  const say = said[lang];
  const { rows } = results();
  const lines = FIVE.map(({ name, [lang]: words }) => {
    const one = rows.find((each) => each.name === name);
    if (one === undefined) throw new Error(`bench/results.json has no figure ${name}`);
    return row(words, verdict({ ...one, figure: say(one.figure) }, missed), say(target(one)));
  });
  const misses = new Map();
  for (const one of rows.filter(({ met }) => !met)) {
    const [name] = one.name.split(',');
    const key = `${name} ${target(one)}`;
    const { figures = [] } = misses.get(key) ?? {};
    misses.set(key, { name, limit: target(one), figures: [...figures, one.figure] });
  }
  const told = [...misses.values()].map(({ name, limit, figures }) =>
    listOf[lang](say(name), limit, figures),
  );
  return [
    row(what, measured, bound),
    row('---', '---', '---'),
    ...lines,
    '',
    lang === 'ja' ? `**${missed}**: ${told.join('。')}。` : `**${missed}**: ${told.join('; ')}.`,
  ].join('\n');
}

/** The figures with real Claude Code: the whole spread, in milliseconds. */
function claudeTable([what, ours, floor, bound, result, missed]) {
  const { machine, rows } = results();
  const three = (times) => (times === undefined ? '–' : times.join(' / '));
  const lines = rows
    .filter((one) => one.claude === true)
    .map((one) =>
      row(
        one.name,
        three(one.spread?.ours),
        three(one.spread?.floor),
        target(one),
        verdict(one, missed),
      ),
    );
  if (lines.length === 0) return '';
  const counts = rows.flatMap(({ spread }) => (spread === undefined ? [] : [spread.n]));
  const n = `n ${Math.min(...counts)}–${Math.max(...counts)}`;
  return [
    row(what, ours, floor, bound, result),
    row('---', '---', '---', '---', '---'),
    ...lines,
    '',
    `(${[CLAUDE, machine, ...(counts.length > 0 ? [n] : [])].join(', ')})`,
  ].join('\n');
}

const { dependencies } = JSON.parse(
  readFileSync(join(root, 'test/real-claude/package.json'), 'utf8'),
);
const CLAUDE = `Claude Code ${dependencies['@anthropic-ai/claude-code']}`;
const CLAUDE_HEAD = [
  'Figure',
  'ovld: p50 / p95 / max (ms)',
  'Baseline: p50 / p95 / max (ms)',
  'Target',
  'Result',
  'missed',
];

const listed = await tools('overlord');
const BENCH_HEAD = ['Figure', 'Measured / baseline', 'Target', 'Result', 'missed'];
const parts = {
  'README.md': {
    figures: fiveFigures('en', ['Figure', 'Measured', 'Target', 'Missed']),
  },
  'README.ja.md': {
    figures: fiveFigures('ja', ['項目', '実測', '目標', '未達']),
  },
  'docs/commands.ja.md': {
    commands: commandTable('ja', ['コマンド', undefined, 'はたらき']),
  },
  'docs/commands.md': {
    commands: commandTable('en', ['Command', 'Options', 'What it does']),
  },
  'docs/figures.md': {
    bench: benchTable(BENCH_HEAD),
    claude: claudeTable(CLAUDE_HEAD),
  },
  'docs/delivery.md': { claude: claudeTable(CLAUDE_HEAD) },
  'docs/formats.md': {
    tools: toolTable(['Tool', 'Arguments', 'What it does']),
    'work-tools': await workToolTable(['Tool', 'Whose', 'Arguments', 'What it does'], 'all'),
  },
};

let stale = 0;
for (const [name, generated] of Object.entries(parts)) {
  const path = join(root, name);
  const before = readFileSync(path, 'utf8');
  let text = before;
  for (const [part, content] of Object.entries(generated)) {
    const marks = new RegExp(`(<!-- generated:${part} -->)[^]*?(<!-- /generated:${part} -->)`);
    if (!marks.test(text)) throw new Error(`${name} has no place for ${part}`);
    text = text.replace(marks, (_all, open, close) => `${open}\n\n${content}\n\n${close}`);
  }
  text = await format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
  if (text === before) continue;
  stale += 1;
  if (check) process.stdout.write(`${name} is not what the program says: npm run docs\n`);
  else writeFileSync(path, text);
}
process.exitCode = check && stale > 0 ? 1 : 0;
