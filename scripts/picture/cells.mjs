// A terminal's screen as `capture-pane -e` gives it: text with SGR sequences, into rows of cells.

const PALETTE = [
  '#484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4',
  '#6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #f0f6fc',
].flatMap((line) => line.split(' '));
const PLAIN = { fg: undefined, bg: undefined, bold: false, dim: false, inverse: false };

const rgb = (levels) => `rgb(${levels.join(',')})`;

/** One of tmux's 256 colours. */
function colour(n) {
  if (n < 16) return PALETTE[n];
  if (n >= 232) return rgb([0, 0, 0].map(() => 8 + (n - 232) * 10));
  const level = (step) => (step === 0 ? 0 : 55 + step * 40);
  const cube = n - 16;
  return rgb([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

function extended(codes, at) {
  if (codes[at + 1] === 5) return [colour(codes[at + 2] ?? 0), at + 2];
  return [rgb(codes.slice(at + 2, at + 5)), at + 4];
}

/** What an SGR sequence makes of a style. */
function styled(style, codes) {
  let now = { ...style };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === 0) now = { ...PLAIN };
    else if (code === 1) now.bold = true;
    else if (code === 2) now.dim = true;
    else if (code === 7) now.inverse = true;
    else if (code === 22) [now.bold, now.dim] = [false, false];
    else if (code === 27) now.inverse = false;
    else if (code === 38) [now.fg, at] = extended(codes, at);
    else if (code === 39) now.fg = undefined;
    else if (code === 48) [now.bg, at] = extended(codes, at);
    else if (code === 49) now.bg = undefined;
    else if (code >= 30 && code <= 37) now.fg = PALETTE[code - 30];
    else if (code >= 40 && code <= 47) now.bg = PALETTE[code - 40];
    else if (code >= 90 && code <= 97) now.fg = PALETTE[code - 82];
    else if (code >= 100 && code <= 107) now.bg = PALETTE[code - 92];
  }
  return now;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;
export const columnsOf = (text) => [...text].reduce((n, one) => n + (WIDE.test(one) ? 2 : 1), 0);

/**
 * Rows of runs: `{ column, columns, text, fg, bg, bold, dim }`, each a stretch of one style. A wide
 * character stands alone, so that it keeps its two columns whatever font draws it.
 */
export function runsOf(screen) {
  let style = { ...PLAIN };
  return screen
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const runs = [];
      let column = 0;
      for (const [, codes, text] of line.matchAll(/\u001b\[([\d;:]*)m|([^\u001b]+)/g)) {
        if (text === undefined) {
          style = styled(style, codes.split(/[;:]/).map(Number));
          continue;
        }
        for (const part of text.match(/\p{Script=Han}|[\u3000-\u30ff\uff00-\uffef]|./gu) ?? []) {
          const columns = columnsOf(part);
          const last = runs.at(-1);
          const joins = columns === 1 && part !== '⏺' && last?.text !== '⏺';
          if (joins && last?.style === style && last.columns === last.text.length) {
            last.text += part;
            last.columns += 1;
          } else runs.push({ column, columns, text: part, style });
          column += columns;
        }
      }
      return runs.map(({ style: { fg, bg, bold, dim, inverse }, ...run }) => ({
        ...run,
        bold,
        dim,
        fg: inverse ? (bg ?? 'var(--ink)') : fg,
        bg: inverse ? (fg ?? 'var(--text)') : bg,
      }));
    });
}

export const textOf = (runs) => runs.map(({ text }) => text).join('');
