import { describe, expect, it, vi } from 'vitest';
import { openPieces } from '../../../src/dashboard/terminal/paste.ts';
import { editorPanel } from '../../../src/dashboard/terminal/editor-panel.ts';
import { draftTo } from '../../../src/dashboard/terminal/draft.ts';
import { fieldOf, insert, textOf } from '../../../src/dashboard/terminal/field.ts';
import { beginning } from '../../../src/dashboard/terminal/state.ts';
import { dashboardTexts } from '../../../src/i18n/dashboard.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';

const [ESC, TAB, ENTER, CTRL_C] = ['\u001b', '\t', '\r', '\u0003'];
const [BEGINS, ENDS] = [`${ESC}[200~`, `${ESC}[201~`];

describe('what was pasted', () => {
  const whole = `a${BEGINS}one\rtwo${ESC}[A${ENDS}z`;

  it.each(Array.from({ length: whole.length - 1 }, (_, i) => i + 1))(
    'is one text, cut after %i',
    (cut) => {
      const pieces = openPieces();
      const told = [...pieces.take(whole.slice(0, cut)), ...pieces.take(whole.slice(cut))];
      expect(told).toEqual([
        { kind: 'typed', text: 'a' },
        { kind: 'pasted', text: `one\rtwo${ESC}[A` },
        { kind: 'typed', text: 'z' },
      ]);
    },
  );

  it('is one text, byte by byte', () => {
    const pieces = openPieces();
    const told = [...whole].flatMap((one) => pieces.take(one));
    expect(told).toHaveLength(3);
    expect(told[1]).toEqual({ kind: 'pasted', text: `one\rtwo${ESC}[A` });
  });

  it('has no end but a Ctrl-C that comes alone', () => {
    const pieces = openPieces();
    expect(pieces.take(`${BEGINS}abc${ESC}[20`)).toEqual([]);
    expect(pieces.patience()).toBeUndefined();
    expect(pieces.take(CTRL_C)).toEqual([
      { kind: 'pasted', text: 'abc' },
      { kind: 'typed', text: CTRL_C },
    ]);
    expect(pieces.take('q')).toEqual([{ kind: 'typed', text: 'q' }]);
  });

  it.each<[string, string[], string[]]>([
    ['Esc, and then a letter', [ESC, 's'], [ESC, 's']],
    ['Esc, and then an arrow', [ESC, `${ESC}[A`], [ESC, `${ESC}[A`]],
    ['an arrow in two reads', [ESC, '[A'], [`${ESC}[A`]],
    ['an end without a beginning', [`x${ESC}[20`, '1~y'], ['x', 'y']],
  ])('is not %s', (_, reads, typed) => {
    const pieces = openPieces();
    const told = reads.flatMap((one) => pieces.take(one));
    expect(told).toEqual(typed.map((text) => ({ kind: 'typed', text })));
  });

  it('waits for the rest of a mark, for Esc shorter', () => {
    const pieces = openPieces();
    pieces.take(ESC);
    const short = pieces.patience() ?? Infinity;
    expect(pieces.giveUp()).toEqual([{ kind: 'typed', text: ESC }]);
    expect(pieces.patience()).toBeUndefined();
    pieces.take(`${ESC}[2`);
    expect(pieces.patience()).toBeGreaterThan(short);
  });
});

describe('in a draft', () => {
  it('sends nothing off, wherever its marks are cut', async () => {
    const shown = shownDashboard();
    shown.type('s');
    await shown.sees('Subject');
    shown.type(TAB);
    shown.type(`${ESC}[20`);
    shown.type(`0~line one${ENTER}line two${ENTER}${ESC}[2`);
    shown.type('01~');
    shown.type('typed');
    await shown.sees('typed');
    expect(shown.text()).toMatch(/line one\n +line two\n +typed/);
    expect(shown.lookout.acts.filter(({ act }) => act === 'send')).toEqual([]);
  });

  it('that never ends does not keep anybody in', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    shown.type(`${BEGINS}abc`);
    shown.type(CTRL_C);
    expect(await shown.ended).toBe('left');
  });

  it('comes after what was typed before it', async () => {
    const shown = shownDashboard();
    shown.type('s');
    await shown.sees('Subject');
    shown.type(TAB);
    shown.type(`first ${BEGINS}second${ENDS} third`);
    await shown.sees('first second third');
  });
});

describe('a long text', () => {
  const long = '城壁を築く e\u0301 🏰 '.repeat(3000);

  it('is taken apart only where somebody writes', () => {
    let field = fieldOf(long);
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    try {
      for (const one of ['日', 'a', '\u0301', '本']) field = insert(field, one);
      expect(Math.max(...segment.mock.calls.map(([text]) => text.length))).toBeLessThan(20);
    } finally {
      segment.mockRestore();
    }
    expect(textOf(field)).toBe(`${long}日a\u0301本`);
    expect(field.characters.slice(-3)).toEqual(['日', 'a\u0301', '本']);
  });

  it('is measured once', () => {
    const scene = { texts: dashboardTexts.en, columns: 80 } as Parameters<typeof editorPanel>[0];
    const draft = {
      ...draftTo(beginning, 'storm'),
      body: fieldOf(`${long}\nend`),
      field: 'body' as const,
    };
    const before = editorPanel(scene, draft, 10);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      const again = editorPanel(scene, { ...draft, body: insert(draft.body, 'x') }, 10);
      expect(normalize.mock.calls.length).toBeLessThan(50);
      expect(again.cursor.column).toBe(before.cursor.column + 1);
    } finally {
      normalize.mockRestore();
    }
  });
});
