import { describe, expect, it, vi } from 'vitest';
import { drawEditor } from '../../../src/dashboard/terminal/editor-panel.ts';
import { draftTo } from '../../../src/dashboard/terminal/draft.ts';
import { fieldOf, insert, textOf } from '../../../src/dashboard/terminal/field.ts';
import { initialState } from '../../../src/dashboard/terminal/state.ts';
import { dashboardTexts } from '../../../src/i18n/dashboard.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';

const [ESC, TAB, ENTER, CTRL_C] = ['\u001b', '\t', '\r', '\u0003'];
const [BEGINS, ENDS] = [`${ESC}[200~`, `${ESC}[201~`];

describe('a paste into a draft', () => {
  it('sends nothing, wherever its marks are cut', async () => {
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

  it('without an end can be left', async () => {
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

  it('is split only in a text field', () => {
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
    const scene = { texts: dashboardTexts.en, columns: 80 } as Parameters<typeof drawEditor>[0];
    const draft = {
      ...draftTo(initialState, 'storm'),
      body: fieldOf(`${long}\nend`),
      field: 'body' as const,
    };
    const before = drawEditor(scene, draft, 10);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      const again = drawEditor(scene, { ...draft, body: insert(draft.body, 'x') }, 10);
      expect(normalize.mock.calls.length).toBeLessThan(50);
      expect(again.cursor.column).toBe(before.cursor.column + 1);
    } finally {
      normalize.mockRestore();
    }
  });
});
