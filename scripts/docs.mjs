// Fills the generated parts of the READMEs and docs from the program itself.  npm run docs [-- --check]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
const OVLD = join(root, 'dist/ovld.js');
const check = process.argv.includes('--check');
const row = (...cells) => `| ${cells.join(' | ')} |`;

// What people type, in the order they need it; then what only others start.
const PEOPLES = [
  'summon',
  'attach',
  'status',
  'dashboard',
  'send',
  'inbox',
  'log',
  'watch',
  'hold',
  'release',
  'restart',
  'inject',
  'queue write',
  'queue list',
  'unsummon',
  'board',
  'board issue',
  'task list',
  'task show',
  'task assign',
  'task get',
  'task update',
  'task report',
  'task evaluate',
  'knowledge search',
  'knowledge list',
  'knowledge record',
  'history',
  'history show',
  'history search',
  'history prune',
  'init',
  'config',
  'doctor',
  'demo',
  'completion',
];
const OTHERS = { relay: ['for agents', 'エージェント用'], 'mock-agent': ['for tests', 'テスト用'] };

/** A text the help wrapped, on one line again: between two characters of Japanese no blank was there. */
const unwrapped = (text) =>
  text
    .trim()
    .replaceAll(/(?<=\P{ASCII})\s*\n\s*(?=\P{ASCII})/gu, '')
    .replaceAll(/\s+/g, ' ');

/** The commands as the program's own help tells them, one row each. */
function commandTable(lang, [command, options, what]) {
  const { pages } = JSON.parse(readFileSync(join(root, `dist/help/${lang}.json`), 'utf8'));
  const shown = [...PEOPLES, ...Object.keys(OTHERS)];
  const names = Object.keys(pages).filter((name) => name !== '');
  // A command that only holds others is not shown itself.
  const known = names.filter(
    (name) => shown.includes(name) || !names.some((one) => one.startsWith(`${name} `)),
  );
  const strange = known.filter((name) => !shown.includes(name));
  if (strange.length > 0) throw new Error(`for whom are these commands? ${strange.join(', ')}`);
  const rows = shown.map((name) => {
    const page = pages[name];
    const [usage, description] = page.split('\n\n');
    const words = usage.match(/[[<](?!options|command)[a-z]+(?:\.{3})?[\]>]/g) ?? [];
    const flags = [...page.matchAll(/^ {2}(?:-[a-z], )?(--[a-z-]+(?: <[a-z]+>)?)/gm)];
    const own = flags.map(([, flag]) => flag).filter((flag) => flag !== '--help');
    const whom = OTHERS[name]?.[lang === 'ja' ? 1 : 0];
    const title = `\`ovld ${[name, ...words].join(' ')}\``;
    return cells(
      whom === undefined ? title : `${title} (${whom})`,
      own.map((flag) => `\`${flag}\``).join(' ') || '–',
      unwrapped(description),
    );
  });
  return [cells(command, options, what), cells('---', '---', '---'), ...rows].join('\n');

  // Options only where the table has a column for them.
  function cells(name, flags, does) {
    return options === undefined ? row(name, does) : row(name, flags, does);
  }
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

/** What a reader wants to know first; what was missed is always told. The rest is in docs/figures.md. */
const FIRST =
  /idle, by \w+, against|busy in tools|requests of any kind|messages in all|CPU of an idle relay|over stdio|dashboard|demo|--help/;
const first = ({ name, met }) => !met || FIRST.test(name);
const every = () => true;
const verdict = ({ figure, met }, missed) => (met ? `**${figure}**` : `${figure} (${missed})`);

function benchTable([what, measured, target, result, missed], pick = every) {
  const { machine, rows } = results();
  const lines = rows
    .filter((one) => one.claude !== true && pick(one))
    .map((one) =>
      row(
        one.name,
        one.floor === undefined ? one.ours : `${one.ours} / ${one.floor}`,
        one.target,
        verdict(one, missed),
      ),
    );
  return [
    row(what, measured, target, result),
    row('---', '---', '---', '---'),
    ...lines,
    '',
    `(${machine})`,
  ].join('\n');
}

/** The figures with real Claude Code: the whole spread, in milliseconds. */
function claudeTable([what, ours, floor, target, result, missed], pick = every) {
  const { machine, rows } = results();
  const three = (times) => (times === undefined ? '–' : times.join(' / '));
  const lines = rows
    .filter((one) => one.claude === true && pick(one))
    .map((one) =>
      row(
        one.name,
        three(one.spread?.ours),
        three(one.spread?.floor),
        one.target,
        verdict(one, missed),
      ),
    );
  if (lines.length === 0) return '';
  const counts = rows.flatMap(({ spread }) => (spread === undefined ? [] : [spread.n]));
  const n = `n ${Math.min(...counts)}–${Math.max(...counts)}`;
  return [
    row(what, ours, floor, target, result),
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
  'Floor: p50 / p95 / max (ms)',
  'Target',
  'Result',
  'missed',
];

const listed = await tools('overlord');
const BENCH_HEAD = ['Figure', 'Measured / floor', 'Target', 'Result', 'missed'];
const parts = {
  'README.md': {
    commands: commandTable('en', ['Command', undefined, 'What it does']),
    tools: toolTable(['Tool', 'Arguments', 'What it does']),
    bench: benchTable(BENCH_HEAD, first),
    claude: claudeTable(CLAUDE_HEAD, first),
  },
  'README.ja.md': {
    commands: commandTable('ja', ['コマンド', undefined, 'はたらき']),
    tools: toolTable(['ツール', '引数', 'はたらき']),
    bench: benchTable(['項目', '実測 / 下限', '目標', '結果', '未達'], first),
    claude: claudeTable(
      ['項目', 'ovld: p50 / p95 / max (ms)', '下限: p50 / p95 / max (ms)', '目標', '結果', '未達'],
      first,
    ),
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
