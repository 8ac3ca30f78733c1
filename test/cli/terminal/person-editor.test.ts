import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { command } from '../../../src/cli/commands/send.ts';
import { runCommand } from '../../../src/cli/parse/define-command.ts';
import { editText, keepText } from '../../../src/cli/terminal/editor.ts';
import { cliArmy } from '../../support/cli-army.ts';
import { tempDir } from '../../support/temp.ts';

const scripts = mkdtempSync(join(tmpdir(), 'ovld-test-'));
let made = 0;
afterAll(() => rmSync(scripts, { recursive: true, force: true }));

/** A terminal, as far as the code asks; and what is printed there. */
function atTerminal(): () => string {
  let said = '';
  const say = (text: unknown): boolean => {
    said += String(text);
    return true;
  };
  for (const stream of [process.stdin, process.stdout]) {
    const before = Object.getOwnPropertyDescriptor(stream, 'isTTY');
    Object.defineProperty(stream, 'isTTY', { value: true, configurable: true });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(stream, 'isTTY');
      else Object.defineProperty(stream, 'isTTY', before);
    });
  }
  const spies = [process.stdout, process.stderr].map((one) =>
    vi.spyOn(one, 'write').mockImplementation(say),
  );
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => said;
}

/** Temporary files go to a directory of the test's own. */
function ownTemp(): string {
  const temp = join(tempDir(), 'temp');
  mkdirSync(temp);
  vi.stubEnv('TMPDIR', temp);
  onTestFinished(() => void vi.unstubAllEnvs());
  return temp;
}

/** Its file does not lie among those it is asked to edit. */
function editor(script: string): string {
  const file = join(scripts, `editor-${(made += 1)}`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const send = (env: Record<string, string>) =>
  runCommand(
    command,
    { to: 'storm', message: [], session: 'overlord' },
    { env, language: 'en', asked: undefined },
  );

describe('ovld send from an editor', () => {
  it('sends what was written, and leaves no file', async () => {
    const [army, temp, said] = [await cliArmy(), ownTemp(), atTerminal()];
    const code = await send({ ...army.env, EDITOR: editor('echo "The gate" > "$1"') });
    expect([code, readdirSync(temp)]).toEqual([0, []]);
    expect(said()).toContain('Stored for storm');
    expect(await army.store.mail.listUnread('storm')).toMatchObject([{ body: 'The gate' }]);
  });

  it('opens with instructions, which are not sent; a line that begins with # is', async () => {
    const [army] = [await cliArmy(), ownTemp()];
    atTerminal();
    const seen = join(tempDir(), 'seen');
    const writes = `cp "$1" '${seen}'; { printf '\\n# The gate\\nIt squeaks.\\n'; cat "$1"; } > "$1.new"; mv "$1.new" "$1"`;
    expect(await send({ ...army.env, EDITOR: editor(writes) })).toBe(0);
    const shown = readFileSync(seen, 'utf8');
    expect(shown).toMatch(/^\n\n# -+ >8 -+\n# Write your message to storm above this line/);
    expect(shown).toContain('subject');
    const widest = Math.max(...shown.split('\n').map(({ length }) => length));
    expect(widest).toBeLessThanOrEqual(80);
    expect(await army.store.mail.listUnread('storm')).toMatchObject([
      { subject: '# The gate', body: '# The gate\nIt squeaks.' },
    ]);
  });

  it('whose line was taken away still sends no instruction', async () => {
    const [army] = [await cliArmy(), ownTemp()];
    atTerminal();
    const writes = `{ grep -v '>8' "$1"; echo 'Hello'; } > "$1.new"; mv "$1.new" "$1"`;
    expect(await send({ ...army.env, EDITOR: editor(writes) })).toBe(0);
    expect(await army.store.mail.listUnread('storm')).toMatchObject([{ body: 'Hello' }]);
  });

  it.each([
    ['left as it was', 'true'],
    ['emptied', ': > "$1"'],
    ['removed', 'rm "$1"'],
    ['aborted without a word', 'exit 1'],
  ])('%s sends nothing, says so, and leaves no file', async (_, script) => {
    const [army, temp] = [await cliArmy(), ownTemp()];
    atTerminal();
    await expect(send({ ...army.env, EDITOR: editor(script) })).rejects.toMatchObject({
      code: 'refused',
      data: { message: 'nothing was written, so nothing was sent' },
    });
    expect(await army.store.mail.listUnread('storm')).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
  });

  it('sends nothing where the editor ends with an error, and says where the text is', async () => {
    const [army, temp, said] = [await cliArmy(), ownTemp(), atTerminal()];
    const fails = editor('echo "No, not this" > "$1"; exit 1');
    await expect(send({ ...army.env, EDITOR: fails })).rejects.toMatchObject({ code: 'refused' });
    expect(await army.store.mail.listUnread('storm')).toEqual([]);
    const [, file = ''] = /kept in (\S+)/.exec(said()) ?? [];
    expect(file.startsWith(temp)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('No, not this\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('says what else to do when the editor does not exist, and leaves no file behind', async () => {
    const [army, temp] = [await cliArmy(), ownTemp()];
    atTerminal();
    await expect(send({ ...army.env, EDITOR: '/nowhere/editor' })).rejects.toMatchObject({
      code: 'refused',
      data: {
        message: 'the editor /nowhere/editor is not installed, or not on the PATH',
        hint: 'set $EDITOR to yours, or give the text: ovld send storm "<text>"',
      },
    });
    expect(readdirSync(temp)).toEqual([]);
  });
});

describe('an editor of the dashboard', () => {
  const never = new AbortController().signal;
  const edit = (script: string, ending = never) =>
    editText({ EDITOR: editor(script), PATH: '/usr/bin:/bin' }, 'before', ending);

  it('gives the edited text back', async () => {
    const temp = ownTemp();
    expect(await edit('echo after >> "$1"')).toEqual({ kind: 'edited', text: 'beforeafter\n' });
    expect(readdirSync(temp)).toEqual([]);
  });

  it('that fails gives back the text that it left, if that is new', async () => {
    const temp = ownTemp();
    const edited = await edit('echo lost > "$1"; exit 1');
    const file = edited.kind === 'aborted' ? (edited.file ?? '') : '';
    expect(readFileSync(file, 'utf8')).toBe('lost\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await edit('exit 1')).toEqual({ kind: 'aborted' });
    expect(await edit('rm "$1"')).toEqual({ kind: 'aborted' });
    const missing = { EDITOR: '/nowhere/editor' };
    expect(await editText(missing, 'before', never)).toEqual({ kind: 'missing' });
    expect(readdirSync(temp)).toHaveLength(1);
  });

  it('is ended by its abort signal', async () => {
    ownTemp();
    const ending = new AbortController();
    const edited = edit('echo half > "$1"; exec sleep 60', ending.signal);
    setTimeout(() => ending.abort(), 200);
    expect(await edited).toMatchObject({ kind: 'aborted' });
  });
});

it('a text that could not be sent is kept in a file that only its person can read', () => {
  const temp = ownTemp();
  const file = keepText('my only copy') ?? '';
  expect(file.startsWith(temp)).toBe(true);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([
    'my only copy',
    0o600,
  ]);
});
