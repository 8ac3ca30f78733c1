import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsIn, fencesOf, pageText, root } from '../support/markdown.ts';
import { pretendTmux } from '../support/pretend-tmux.ts';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

const PAGES = ['README.md', 'README.ja.md'];
const shells = (page: string) =>
  fencesOf(pageText(page)).filter(({ language }) => language === 'sh');
const fences = (page: string, language: string) =>
  fencesOf(pageText(page)).filter((fence) => fence.language === language);

/** What a doctor finds on this machine is no fault of the page. */
const MAY_END_WITH: Record<string, number[]> = { 'ovld doctor': [0, 1] };

/** Somebody with an empty home and an empty project, who can call `ovld`. */
function newcomer() {
  const dir = tempDir();
  for (const place of ['home', 'project', 'bin']) mkdirSync(join(dir, place));
  const ovld = join(dir, 'bin', 'ovld');
  writeFileSync(ovld, `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`, { mode: 0o755 });
  pretendTmux(join(dir, 'bin'));
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

it('README.ja.md has no blank within a Japanese sentence, wherever the help wrapped it', () => {
  const [, table = ''] =
    /<!-- generated:commands[^>]*-->(.*?)<!--/s.exec(pageText('README.ja.md')) ?? [];
  expect(table).toContain('ovld demo');
  expect(table.match(new RegExp(`${KANA_OR_KANJI} ${KANA_OR_KANJI}`, 'gu'))).toBeNull();
});

describe.each(PAGES)('%s', (page) => {
  it('says of every shell block where it can be tried', () => {
    for (const { mark, text } of shells(page)) {
      expect(['clone', 'project', 'army', 'bastion'], text).toContain(mark);
    }
  });

  it('has the two commands first', () => {
    expect(shells(page).flatMap(commandsIn).slice(0, 2)).toEqual(['npm start', 'npm test']);
  });

  it('tells of scripts that are there', () => {
    const { scripts } = JSON.parse(pageText('package.json')) as { scripts: Record<string, string> };
    for (const [, run, own] of pageText(page).matchAll(/npm run ([\w:-]+)|npm (start|test)/g)) {
      expect(scripts).toHaveProperty(run ?? own ?? '');
    }
  });

  const blocks = shells(page).filter(({ mark }) => mark === 'project');
  it.each(blocks.map((block) => commandsIn(block)))('%s … works in a fresh project', (...lines) => {
    const { run } = newcomer();
    for (const line of lines) {
      const { status, stderr } = run(line);
      expect(MAY_END_WITH[line] ?? [0], `${line}\n${stderr}`).toContain(status);
    }
  });

  it('its formation and its configuration are good', () => {
    const { project, run } = newcomer();
    const put = (path: string, text = '') => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    };
    const [formation, config] = fences(page, 'yaml');
    put('.ovld/formations/pair.yaml', formation?.text);
    put('.ovld/config.yaml', config?.text);
    for (const role of ['lead', 'hand']) put(`.ovld/rituals/${role}.md`, `You are ${role}.`);
    mkdirSync(join(project, 'packages/web'), { recursive: true });
    const { status, stdout, stderr } = run('ovld summon --formation pair --agent mock --dry-run');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('packages/web');
  });

  it('its script runs', () => {
    const [script] = fences(page, 'ts');
    const own = (script?.text ?? '').replace('/path/to/relay', join(tempDir(), 'relay'));
    const told = `${own}\nprocess.stdout.write(JSON.stringify({ id, wake, first }));`;
    const args = ['--input-type=module', '-e', told];
    const said = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(JSON.parse(said)).toMatchObject({
      wake: { failed: 'no_mux' },
      first: { role: 'overlord' },
    });
  });
});

describe('the two READMEs', () => {
  it('show the same commands', () => {
    // What is said to somebody is in the page's language.
    const plain = (page: string) =>
      shells(page).map((block) =>
        commandsIn(block).map((line) => line.replaceAll(/"[^"]*"/g, '""')),
      );
    expect(plain('README.ja.md')).toEqual(plain('README.md'));
  });
});
