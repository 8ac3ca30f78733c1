/** One character of a styled line, with its attributes. */
export interface Cell {
  text: string;
  dim: boolean;
  inverse: boolean;
  /** Of the text, as SGR's parameters; '' for the terminal's own. */
  colour: string;
}

/** CSI, OSC (hyperlinks), and the short escapes; the first group is SGR's parameters. */
const ESCAPE =
  /\u001b(?:\[([0-9;:]*)m|\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/y;

/** The cells of one line. Attributes last until they are changed, over the ends of lines too. */
export function cellsOf(styled: readonly string[], row: number): Cell[] {
  const pen = { dim: false, inverse: false, colour: '' };
  let cells: Cell[] = [];
  for (const line of styled.slice(0, row + 1)) {
    cells = [];
    for (let at = 0; at < line.length;) {
      ESCAPE.lastIndex = at;
      const escape = ESCAPE.exec(line);
      if (escape !== null) {
        if (escape[1] !== undefined) applySgr(pen, escape[1]);
        at = ESCAPE.lastIndex;
        continue;
      }
      const text = String.fromCodePoint(line.codePointAt(at) ?? 0);
      cells.push({ text, ...pen });
      at += text.length;
    }
  }
  return cells;
}

function applySgr(pen: Omit<Cell, 'text'>, parameters: string): void {
  const codes = parameters.split(';');
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? '';
    if (code === '' || code === '0') Object.assign(pen, { dim: false, inverse: false, colour: '' });
    else if (code === '2') pen.dim = true;
    else if (code === '22') pen.dim = false;
    else if (code === '7') pen.inverse = true;
    else if (code === '27') pen.inverse = false;
    else if (code === '39') pen.colour = '';
    else if (/^[39][0-7]$/.test(code)) pen.colour = code;
    // A colour's own parameters (38;5;2 and 38;2;r;g;b) are not attributes.
    else if (code === '38' || code === '48' || code === '58') {
      const end = i + (codes[i + 1] === '5' ? 2 : 4);
      if (code === '38') pen.colour = codes.slice(i, end + 1).join(';');
      i = end;
    }
  }
}
