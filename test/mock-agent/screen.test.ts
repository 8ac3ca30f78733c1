import { describe, expect, it } from 'vitest';
import { readComposer, showsText } from '../../src/agent/composer.ts';
import { play as en } from '../../src/i18n/en/play.ts';
import { play as ja } from '../../src/i18n/ja/play.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { openDraft } from '../../src/mock-agent/draft.ts';
import { draw, wrapRows, type Size, type View } from '../../src/mock-agent/screen.ts';
import { openTerminal } from '../../src/mock-agent/terminal.ts';

const plain = (row: string): string => row.replaceAll(/\u001b\[\d+m/g, '');
const view: View = {
  role: 'storm',
  composer: '',
  busyMs: undefined,
  queued: 0,
  dialog: undefined,
  footer: '? for help',
  words: en,
  placeholder: 'Try "Ship it"',
};
const sizes: Size[] = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
  { columns: 200, rows: 60 },
  { columns: 12, rows: 8 },
];
const read = (shown: Partial<View>, size: Size) => {
  const { rows: styled, cursor } = draw({ ...view, ...shown }, size);
  return readComposer({ lines: styled.map(plain), styled, cursor, copyMode: false });
};

describe.each(sizes)('a screen of $columns×$rows', (size) => {
  it.each<[string, Partial<View>, object]>([
    ['empty, with its placeholder', {}, { state: 'ready', text: '' }],
    ['busy', { busyMs: 900 }, { state: 'ready', text: '' }],
    [
      'busy, in Japanese',
      { busyMs: 900, words: ja },
      { state: 'ready', text: '', busy: expect.stringContaining('作業中…') },
    ],
    ['a dialog', { dialog: { id: 'x', choice: 'yes' } }, { state: 'dialog' }],
    ['a dialog, No chosen', { dialog: { id: 'x', choice: 'no' } }, { state: 'dialog' }],
    ['still starting', { composer: undefined }, { state: 'unknown' }],
  ])('reads as what it is: %s', (_what, shown, expected) => {
    expect(read(shown, size)).toMatchObject(expected);
  });

  it.each(['half a draft', '日本語の下書き🎉 と絵文字', 'one\ntwo'])(
    'has the whole draft: %s',
    (text) => {
      const seen = read({ composer: text }, size);
      expect(seen.state === 'ready' && showsText(seen.text, text)).toBe(true);
    },
  );

  it('does not show the end of a long draft as the whole', () => {
    const tail = 'x'.repeat(size.columns);
    const seen = read({ composer: `${'a line\n'.repeat(size.rows)}${tail}` }, size);
    expect(seen.state === 'ready' && seen.text).toMatch(/^…\n/);
  });

  it('has no row wider than itself, and rules of its width', () => {
    const { rows } = draw({ ...view, composer: '長い文章'.repeat(40), busyMs: 0 }, size);
    const widths = rows.map((row) => columnsOf(plain(row)));
    expect(Math.max(...widths)).toBe(size.columns);
    expect(widths.filter((width) => width === size.columns).length).toBeGreaterThanOrEqual(2);
    expect(rows.length).toBeLessThanOrEqual(size.rows);
  });
});

describe('the composer of the mock agent', () => {
  it.each([
    ['a short paste', 'a\nb\nc', 'a\nb\nc'],
    ['three newlines', 'a\nb\nc\nd', '[Pasted text #1 +3 lines]'],
    ['more than 800 characters', 'x'.repeat(801), '[Pasted text #1]'],
    ['800 characters', 'x'.repeat(800), 'x'.repeat(800)],
  ])('shows %s as Claude Code does', (_what, text, shown) => {
    const draft = openDraft();
    draft.paste(text);
    expect(draft.shown()).toBe(shown);
    expect(draft.text()).toBe(text);
    expect(showsText(draft.shown(), text)).toBe(true);
  });

  it('keeps letters around a paste; backspace removes the paste as one', () => {
    const draft = openDraft();
    draft.insert('see ');
    draft.paste('1\n2\n3\n4');
    expect(draft.shown()).toBe('see [Pasted text #1 +3 lines]');
    draft.backspace();
    draft.insert('é🎉');
    draft.backspace();
    expect(draft.text()).toBe('see é');
  });
});

describe('the terminal of the mock agent', () => {
  function fakeOutput(size: [number, number]) {
    let resized = (): void => undefined;
    const output = {
      size,
      written: '',
      write: (text: string) => void (output.written += text),
      getWindowSize: () => output.size,
      on: (event: string, call: (error: Error) => void) => {
        if (event === 'resize') resized = call as () => void;
      },
    };
    return { output, resize: (to: [number, number]) => ((output.size = to), resized()) };
  }

  it('[Z16] accepts a size of zero, and draws again when it is told another', () => {
    const { output, resize } = fakeOutput([0, 0]);
    openTerminal(output).show(view);
    expect(output.written).toContain('─'.repeat(80));
    output.written = '';
    resize([40, 10]);
    expect(output.written).toContain('\u001b[2J');
    expect(output.written).not.toContain('─'.repeat(41));
  });

  it('overwrites a draft without blanking its row', () => {
    const { output } = fakeOutput([40, 10]);
    const terminal = openTerminal(output);
    terminal.show({ ...view, composer: 'draf' });
    output.written = '';
    terminal.show({ ...view, composer: 'draft' });
    expect(output.written).not.toMatch(/\u001b\[2[JK]/);
    expect(output.written.indexOf('draft')).toBeLessThan(output.written.indexOf('\u001b[K'));
  });

  it('breaks what is said between words, and a draft anywhere', () => {
    const { output } = fakeOutput([30, 10]);
    const terminal = openTerminal(output);
    terminal.say('[MESSAGE from human] You have mail: call check_inbox.');
    terminal.show({ ...view, composer: 'You have mail: call check_inbox.' });
    const rows = output.written
      .split('\r\n')
      .map((row) => row.replaceAll(/\u001b\[[\d;?]*\w/g, ''));
    expect(rows.slice(0, 2)).toEqual(['[MESSAGE from human] You have', 'mail: call check_inbox.']);
    expect(rows.slice(3, 5)).toEqual(['❯\u00a0You have mail: call check_i', '  nbox.']);
  });

  it('shows no control characters of other authors', () => {
    expect(wrapRows('a\u001b[2Jb\rc', 80)).toEqual(['a\ufffd[2Jb\ufffdc']);
  });
});

it('shows no English word of its own in a Japanese play', () => {
  const texts = { words: ja, footer: ja.footer, placeholder: ja.placeholder };
  const size = { columns: 80, rows: 24 };
  for (const shown of [{ busyMs: 900, queued: 2 }, { composer: undefined }]) {
    const rows = draw({ ...view, ...texts, ...shown }, size).rows.map(plain);
    expect(rows.join('\n')).not.toMatch(/Working|Starting|queued|interrupt/);
  }
});
