// Terminal windows as SVG text on a grid. Dark by itself, so that it reads on a light page and a dark one.
import { columnsOf, runsOf, textOf } from './cells.mjs';

const CELL = { width: 7.23, height: 16 };
const FONT_SIZE = 12;
const PAD = 10;
const BAR = 26;
const GAP = 14;

const INK = '#0d1117';
/** Stands alone in its run (cells.mjs). */
export const BULLET = '⏺';
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const at = (n) => String(Math.round(n * 100) / 100);

export const windowSize = ({ columns, rows }) => ({
  width: columns * CELL.width + 2 * PAD,
  height: rows * CELL.height + BAR + PAD + 4,
});

/** Which rows of a screen are marked: `mark` names a class by the row's text, or carries on the last. */
function marksOf(rows, mark) {
  let open;
  return rows.map((runs) => {
    const text = textOf(runs);
    open = mark(text, open);
    return open;
  });
}

function drawRow(runs, x, y) {
  const boxes = runs
    .filter(({ bg }) => bg !== undefined)
    .map(
      ({ column, columns, bg }) =>
        `<rect x="${at(x + column * CELL.width)}" y="${at(y)}" width="${at(columns * CELL.width)}" height="${CELL.height}" fill="${bg.replace('var(--text)', '#c9d1d9')}"/>`,
    );
  const words = runs
    .filter(({ text }) => text.trim() !== '')
    .map(({ column, columns, text, fg, bold, dim }) => {
      // Few fonts have it, and some draw it as a picture of their own.
      if (text === BULLET) {
        return `<circle cx="${at(x + (column + 0.5) * CELL.width)}" cy="${at(y + 8)}" r="3.2" fill="#c9d1d9"/>`;
      }
      const lead = text.length - text.trimStart().length;
      const shown = text.trim();
      const width = columns === text.length ? shown.length : columns;
      const looks = [
        ...(fg === undefined ? [] : [`style="fill:${fg.replace('var(--ink)', INK)}"`]),
        ...(bold ? ['font-weight="bold"'] : []),
        ...(dim ? ['class="d"'] : []),
      ];
      // The width is said, because every reader's monospace font has another one.
      return `<text x="${at(x + (column + lead) * CELL.width)}" y="${at(y + 12)}" textLength="${at(width * CELL.width)}" lengthAdjust="spacingAndGlyphs"${looks.map((look) => ` ${look}`).join('')}>${escaped(shown)}</text>`;
    });
  return [...boxes, ...words].join('');
}

/** One window: a bar with tabs, and panes at their places. */
function drawWindow({ x, y, columns, rows, tabs, panes, mark = () => undefined }) {
  const { width, height } = windowSize({ columns, rows });
  const parts = [
    `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="8" fill="${INK}" stroke="#30363d"/>`,
    `<path d="M${at(x)} ${at(y + BAR)}h${at(width)}" stroke="#30363d"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, i) =>
        `<circle cx="${at(x + 16 + i * 15)}" cy="${at(y + BAR / 2)}" r="4.5" fill="${fill}"/>`,
    ),
  ];
  let tabX = x + 66;
  for (const { name, shown } of tabs) {
    const long = name.length * CELL.width;
    if (shown) {
      parts.push(
        `<rect x="${at(tabX - 8)}" y="${at(y + 5)}" width="${at(long + 16)}" height="${BAR - 9}" rx="4" fill="#1f6feb"/>`,
      );
    }
    parts.push(
      `<text x="${at(tabX)}" y="${at(y + 17.5)}" textLength="${at(long)}"${shown ? ' style="fill:#fff"' : ' class="d"'}>${escaped(name)}</text>`,
    );
    tabX += long + 20;
  }
  const left = x + PAD;
  const top = y + BAR + 6;
  for (const pane of panes) {
    const [px, py] = [left + pane.left * CELL.width, top + pane.top * CELL.height];
    if (pane.left > 0) {
      parts.push(
        `<path d="M${at(px - CELL.width / 2)} ${at(top - 6)}v${at(height - BAR)}" stroke="#30363d"/>`,
      );
    }
    if (pane.top > 0) {
      const edge = py - CELL.height / 2;
      const long = pane.role.length * CELL.width;
      parts.push(
        `<path d="M${at(px - PAD)} ${at(edge)}h${at((pane.columns + 1) * CELL.width + PAD)}" stroke="#30363d"/>`,
        `<rect x="${at(px + 8)}" y="${at(edge - 7)}" width="${at(long + 12)}" height="14" fill="${INK}"/>`,
        `<text x="${at(px + 14)}" y="${at(edge + 4)}" textLength="${at(long)}" class="role">${escaped(pane.role)}</text>`,
      );
    }
    const lines = runsOf(pane.screen);
    const marks = marksOf(lines, mark);
    for (const [i, runs] of lines.entries()) {
      const rowY = py + i * CELL.height;
      if (marks[i] !== undefined) {
        parts.push(
          `<rect x="${at(px - 3)}" y="${at(rowY)}" width="${at(pane.columns * CELL.width + 4)}" height="${CELL.height}" class="${marks[i]}"/>`,
        );
      }
      parts.push(drawRow(runs, px, rowY));
    }
  }
  return parts.join('\n');
}

/** The whole picture: rows of windows, with a line of words below. */
export function picture({ title, rows, legend = [], width: wanted }) {
  const sized = rows.map((windows) => {
    const sizes = windows.map(windowSize);
    const width = sizes.reduce((sum, size) => sum + size.width, (windows.length - 1) * GAP);
    return { windows, sizes, width, height: Math.max(...sizes.map(({ height }) => height)) };
  });
  const width = wanted ?? Math.max(...sized.map((row) => row.width)) + 2;
  const parts = [];
  let y = 1;
  for (const { windows, sizes, height } of sized) {
    let x = 1;
    for (const [i, window] of windows.entries()) {
      parts.push(drawWindow({ ...window, x, y }));
      x += sizes[i].width + GAP;
    }
    y += height + GAP;
  }
  if (legend.length > 0) {
    parts.push(
      `<rect x="1" y="${at(y)}" width="${at(width - 2)}" height="30" rx="8" fill="${INK}" stroke="#30363d"/>`,
    );
    let x = 14;
    for (const { mark, text } of legend) {
      parts.push(
        `<rect x="${at(x)}" y="${at(y + 9)}" width="16" height="12" rx="2" class="${mark}"/>`,
        `<text x="${at(x + 23)}" y="${at(y + 19)}" textLength="${at(columnsOf(text) * 6.6)}">${escaped(text)}</text>`,
      );
      x += columnsOf(text) * 6.6 + 44;
    }
    y += 30 + GAP;
  }
  const height = y - GAP + 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${at(width)}" height="${at(height)}" viewBox="0 0 ${at(width)} ${at(height)}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK JP',monospace;fill:#c9d1d9;white-space:pre}.d{fill:#7d8590}.role{fill:#79c0ff;font-weight:bold}.nudge{fill:#1f6feb;fill-opacity:.38}.read{fill:#238636;fill-opacity:.42}.person{fill:#9e6a03;fill-opacity:.5}</style>
${parts.join('\n')}
</svg>
`;
}
