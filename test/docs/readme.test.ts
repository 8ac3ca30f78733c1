import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpBook } from '../../src/cli/app.ts';
import { parserTexts } from '../../src/i18n/parser.ts';
import { allExamples, examplesIn } from '../support/examples.ts';
import { commandsIn, fencesOf, inlineCodeOf, pageText, root } from '../support/markdown.ts';
import { pretendTmux } from '../support/pretend-tmux.ts';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import {
  blocksOf,
  inlineLinesOf,
  inlineOptionsOf,
  PLACES,
  READMES,
} from '../support/typed-lines.ts';

const shells = (page: string) =>
  fencesOf(pageText(page)).filter(({ language }) => language === 'sh');
const fences = (page: string, language: string) =>
  fencesOf(pageText(page)).filter((fence) => fence.language === language);

/** What a doctor finds on this machine is no fault of the page. */
const MAY_END_WITH: Record<string, number[]> = { 'ovld doctor': [0, 1] };

/** A person with an empty home and an empty project, who can call `ovld`, tmux and Claude Code. */
function newcomer() {
  const dir = tempDir();
  for (const place of ['home', 'project', 'bin']) mkdirSync(join(dir, place));
  const ovld = join(dir, 'bin', 'ovld');
  writeFileSync(ovld, `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`, { mode: 0o755 });
  pretendTmux(join(dir, 'bin'));
  const claude = '#!/bin/sh\necho "2.1.325 (Claude Code)"\n';
  writeFileSync(join(dir, 'bin', 'claude'), claude, { mode: 0o755 });
  const env = {
    PATH: `${join(dir, 'bin')}:/usr/bin:/bin`,
    HOME: join(dir, 'home'),
    LANG: 'C.UTF-8',
  };
  return {
    project: join(dir, 'project'),
    run: (line: string) =>
      spawnSync('sh', ['-c', line], { cwd: join(dir, 'project'), env, encoding: 'utf8' }),
  };
}

const KANA_OR_KANJI = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]`;

it('docs/commands.ja.md has no blank within a Japanese sentence, wherever the help wrapped it', () => {
  const [, table = ''] =
    /<!-- generated:commands[^>]*-->(.*?)<!--/s.exec(pageText('docs/commands.ja.md')) ?? [];
  expect(table).toContain('ovld demo');
  expect(table.match(new RegExp(`${KANA_OR_KANJI} ${KANA_OR_KANJI}`, 'gu'))).toBeNull();
});

describe.each(READMES)('%s', (page) => {
  it('says of every shell block where it can be tried', () => {
    for (const { mark, text } of shells(page)) {
      expect(PLACES, text).toContain(mark);
    }
  });

  it('has nothing to type in a block of another kind', () => {
    const others = fencesOf(pageText(page)).filter(({ language }) => language !== 'sh');
    for (const { text } of others) expect(text).not.toMatch(/^\W*(?:ovld|npm) /m);
  });

  it('has the two commands first', () => {
    expect(shells(page).flatMap(commandsIn).slice(0, 2)).toEqual(['npm start', 'npm test']);
  });

  it('is short enough to be read to its end', () => {
    // In characters: one of Japanese has three bytes.
    expect([...pageText(page)].length).toBeLessThan(12_500);
  });

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(pageText('package.json')) as { scripts: Record<string, string> };
    for (const [, run, own] of pageText(page).matchAll(/npm run ([\w:-]+)|npm (start|test)/g)) {
      expect(scripts).toHaveProperty(run ?? own ?? '');
    }
  });

  const blocks = [
    ...blocksOf(page, 'project'),
    ...inlineLinesOf(page, 'project').map((one) => [one]),
  ];
  it.each(blocks)('%s … works in a fresh project', (...lines) => {
    const { run } = newcomer();
    for (const line of lines) {
      const { status, stderr } = run(line);
      expect(MAY_END_WITH[line] ?? [0], `${line}\n${stderr}`).toContain(status);
    }
  });

  it('has a formation and a configuration that are valid', () => {
    const { project, run } = newcomer();
    const put = (path: string, text = '') => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    };
    const [formation, config] = fences(page, 'yaml');
    const [path = '', name = ''] = /\.ovld\/formations\/(\w+)\.yaml/.exec(pageText(page)) ?? [];
    put(path, formation?.text);
    put('.ovld/config.yaml', config?.text);
    const scripted = run(`ovld summon --formation ${name} --agent mock --dry-run`);
    expect(scripted.status, scripted.stderr).toBe(0);
    const claude = run(`ovld summon --formation ${name} --dry-run`);
    expect(claude.status, claude.stderr).toBe(0);
    expect(claude.stdout).toMatch(/--name hand --model sonnet --permission-mode acceptEdits/);
    expect(claude.stdout).not.toMatch(/--name lead --/);
    for (const option of inlineOptionsOf(page)) {
      const typed = run(`ovld summon --agent mock --dry-run ${option}`);
      expect(typed.status, `${option}\n${typed.stderr}`).toBe(0);
    }
  });

  it('has a small start that works in a fresh project, with and without Claude Code', () => {
    const { run } = newcomer();
    const line = shells(page)
      .flatMap(commandsIn)
      .find((one) => one.includes('--formation pair'));
    for (const more of ['', ' --agent mock', ' --mux tmux --lang ja']) {
      const { status, stdout, stderr } = run(`${line}${more} --dry-run --json`);
      expect(status, `${line}${more}\n${stderr}`).toBe(0);
      const { formation, session } = JSON.parse(stdout) as {
        session: string;
        formation: { roles: { role: string }[] };
      };
      expect([session, ...formation.roles.map(({ role }) => role)]).toEqual([
        'pair',
        'lead',
        'hand',
      ]);
    }
  });
});

/** This test is part of it, and `.ci/run` types it. */
const WHOLE = 'npm test';
/** They draw and measure for many minutes: that there is such a script is checked above. */
const LONG = new Set(['npm run picture', 'npm run bench']);

/** A clone whose dependencies are installed and whose dist/ is built, with a place of its own for `npm link`. */
function clone() {
  const dir = tempDir();
  for (const name of ['package.json', 'scripts', 'src', 'formations', 'rituals', 'dist']) {
    cpSync(join(root, name), join(dir, name), { recursive: true });
  }
  cpSync(join(root, 'node_modules', 'zod'), join(dir, 'node_modules', 'zod'), { recursive: true });
  // As old as it was when they were installed.
  cpSync(join(root, 'package-lock.json'), join(dir, 'package-lock.json'));
  utimesSync(join(dir, 'package-lock.json'), 1, 1);
  cpSync(
    join(root, 'node_modules', '.package-lock.json'),
    join(dir, 'node_modules', '.package-lock.json'),
  );
  const now = new Date();
  utimesSync(join(dir, 'dist', 'types', 'index.d.ts'), now, now);
  const prefix = tempDir();
  const env = {
    PATH: `${join(prefix, 'bin')}:${process.env['PATH']}`,
    HOME: tempDir(),
    LANG: 'C.UTF-8',
    npm_config_prefix: prefix,
    npm_config_cache: join(prefix, 'cache'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
  };
  return (line: string) => spawnSync('sh', ['-c', line], { cwd: dir, env, encoding: 'utf8' });
}

describe('in a clone', () => {
  const lines = READMES.flatMap((page) => [
    ...blocksOf(page, 'clone').flat(),
    ...inlineLinesOf(page, 'clone'),
  ]);

  it('every line works', { timeout: 120_000 }, () => {
    const run = clone();
    for (const line of new Set(lines)) {
      if (line === WHOLE || LONG.has(line)) continue;
      const { status, stdout, stderr } = run(line);
      expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0);
      expect(stderr, line).not.toMatch(/Installing|Building/);
    }
    expect(pageText('.ci/run')).toContain(`step '${WHOLE}' ${WHOLE} `);
    expect(run('ovld --version').stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});

/** The keys of a multiplexer are pressed by tests that are at a terminal: where, and how it reads there. */
const ATTACHED = 'test/e2e/summon-attached.test.ts';
const PRESSED: Readonly<Record<string, string>> = {
  'Ctrl-b n': "['C-b', 'n']",
  'Ctrl-b o': "terminal.keys('C-b', 'o')",
  'Alt-→': "['M-Right']",
  'Ctrl-b d': "terminal.keys('C-b', 'd')",
  'Ctrl-o d': "terminal.keys('C-o', 'd')",
  'Ctrl-b :kill-session': "terminal.line('kill-session')",
  'Ctrl-q': "terminal.keys('C-q')",
};

it.each(READMES)('every key that %s names is pressed by a test', (page) => {
  const keys = inlineCodeOf(pageText(page)).filter((code) => /^(?:Ctrl|Alt|Shift)-/.test(code));
  expect(new Set(keys)).toEqual(new Set(Object.keys(PRESSED)));
  for (const key of keys) expect(pageText(ATTACHED), key).toContain(PRESSED[key]);
});

it.each(['en', 'ja'] as const)(
  'the help in %s has no line to type but its examples, which tests type',
  (language) => {
    for (const [command, page] of Object.entries(helpBook(language).pages)) {
      const examples = new Set(examplesIn(page));
      const lines = page
        .split('\n')
        .map((line) => line.trim().replace(/ {2,}# .*$/, ''))
        .filter((line) => /^ovld [a-z]|\| ovld [a-z]/.test(line) && !/[<[]/.test(line));
      expect(
        lines.filter((line) => !examples.has(line)),
        command,
      ).toEqual([]);
    }
  },
);

it.each(['en', 'ja'] as const)(
  'what ovld alone says in %s to begin with is typed as a line of README or an example',
  (language) => {
    const { begin, goOn } = parserTexts[language].start;
    const typed = new Set([
      ...READMES.flatMap((page) => blocksOf(page, ...PLACES).flat()),
      ...allExamples().map(([, line]) => line),
    ]);
    // With a placeholder it is no line yet.
    const lines = [...begin.rows, ...goOn.rows].map(([line]) => line ?? '');
    const whole = lines.filter((line) => !line.includes('<'));
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.filter((line) => !typed.has(line))).toEqual([]);
  },
);

it('the script of docs/library.md runs', () => {
  const [script] = fences('docs/library.md', 'ts');
  const own = (script?.text ?? '').replace('/path/to/relay', join(tempDir(), 'relay'));
  const told = `${own}\nprocess.stdout.write(JSON.stringify({ id, wake, first }));`;
  const args = ['--input-type=module', '-e', told];
  const said = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(said)).toMatchObject({
    wake: { failed: 'no_mux' },
    first: { role: 'overlord' },
  });
});

describe('the two READMEs', () => {
  it('show the same commands', () => {
    // What is said to a person is in the page's language.
    const plain = (page: string) =>
      shells(page).map((block) =>
        commandsIn(block).map((line) => line.replaceAll(/"[^"]*"/g, '""')),
      );
    expect(plain('README.ja.md')).toEqual(plain('README.md'));
  });
});
