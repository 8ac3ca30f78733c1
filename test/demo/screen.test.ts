import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { figuresOf } from '../../src/demo/figures.ts';
import { figuresTable } from '../../src/demo/figures-table.ts';
import { createNarrator } from '../../src/demo/narrator.ts';
import { paints } from '../../src/kit/paint.ts';
import { linesOf } from '../../src/demo/unseen-mux.ts';
import { columnsOf, padColumns } from '../../src/terminal/columns.ts';
import { demoTexts } from '../../src/i18n/demo.ts';

describe('columns', () => {
  it.each([
    ['storm', 5],
    ['疾風', 4],
    ['「今」(1)', 9],
    ['ﾊﾝｶｸ', 4],
    ['→ …', 3],
  ])('%s takes %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
    expect(columnsOf(padColumns(text, 12))).toBe(12);
  });
});

function telling(coloured: boolean) {
  const lines: string[] = [];
  const narrator = createNarrator({
    write: (line) => void lines.push(line),
    elapsedMs: () => 1234,
    roles: rolesOf(overlordFormation),
    paint: paints(coloured),
  });
  return { lines, narrator };
}

describe('a narrated line', () => {
  it('has the same columns for every speaker', () => {
    const { lines, narrator } = telling(false);
    narrator.tell('storm', 'woken');
    narrator.sent('strategist', '5 つの役', '「知らせ」');
    expect(lines).toEqual([
      '  1.23s  storm       woken',
      '  1.23s  strategist  → 5 つの役    「知らせ」',
    ]);
  });

  it('has one colour for each role, and the colour takes no columns', () => {
    const { lines, narrator } = telling(true);
    narrator.sent('storm', 'inferno', 'storming');
    expect(lines[0]).toContain('\u001b[94mstorm\u001b[39m');
    expect(lines[0]).toContain('\u001b[31minferno\u001b[39m');
    expect(lines[0]).toMatch(/ storming$/);
    expect(lines[0]?.replaceAll(/\u001b\[\d+m/g, '')).toBe(
      '  1.23s  storm       → inferno     storming',
    );
  });
});

describe.each(['en', 'ja'] as const)('the table of figures in %s', (language) => {
  const demo = demoTexts[language];

  it('names what was lost', () => {
    const figures = figuresOf([], { sent: new Set(['id-1']), read: new Set() });
    const lines = figuresTable(figures, demo, paints(false));
    expect(lines.at(-1)).toContain('id-1');
    expect(lines.join('\n')).not.toContain(demo.figures.redeliveredNote);
  });

  it('fits 80 columns with six-digit figures', () => {
    const figures = {
      ...figuresOf([], { sent: new Set(), read: new Set() }),
      redelivered: 1,
      storedToRung: { p50: 100_000, max: 999_999 },
    };
    const lines = figuresTable(figures, demo, paints(false));
    expect(lines.filter((line) => columnsOf(line) > 79)).toEqual([]);
  });
});

it('the narration in Japanese has no English sentence', () => {
  const { told } = demoTexts.ja;
  const subjects = ['done', 'failed', 'blocked'].map((how) => `task_001 の報告: ${how}`);
  expect(subjects.map((subject) => told.letter(subject, false))).toEqual([
    '「task_001 の報告: 完了」',
    '「task_001 の報告: 失敗」',
    '「task_001 の報告: 待機」',
  ]);
  const none = figuresOf([], { sent: new Set(), read: new Set() });
  const figures = { ...none, storedToRung: { p50: 3, max: 40 } };
  const lines = figuresTable(figures, demoTexts.ja, paints(false)).join('\n');
  expect(lines).toMatch(/ 3 ms 中央値 +40 ms 最大/);
  expect(lines).not.toMatch(/p50|max/);
});

describe('the input that a pane gives its agent', () => {
  it.each([
    ['nothing before Enter', ['{"paste":"a"}'], []],
    ['one line an Enter', ['{"paste":"a"}', '{"press":"Enter"}'], ['a']],
    ['no torn event', ['{"pas', '{"paste":"b"}', '{"press":"Enter"}'], ['b']],
    ['a paste in parts', ['{"paste":"a"}', '{"paste":"b"}', '{"press":"Enter"}'], ['ab']],
  ])('is right: %s', (_, events, lines) => {
    expect(linesOf(`\n${events.join('\n')}`)).toEqual(lines);
  });
});
