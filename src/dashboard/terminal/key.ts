export type Key =
  | { name: NamedKey }
  | { name: 'char'; char: string }
  | { name: 'ctrl'; char: string }
  | { name: 'alt'; char: string }
  | { name: 'pasted'; text: string };

export type NamedKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'pageUp'
  | 'pageDown'
  | 'home'
  | 'end'
  | 'enter'
  | 'newline'
  | 'tab'
  | 'backTab'
  | 'escape'
  | 'backspace'
  | 'delete';

/** What Ink tells of a key, as far as we ask. */
export interface InkKey {
  upArrow: boolean;
  downArrow: boolean;
  leftArrow: boolean;
  rightArrow: boolean;
  pageUp: boolean;
  pageDown: boolean;
  home: boolean;
  end: boolean;
  return: boolean;
  escape: boolean;
  tab: boolean;
  backspace: boolean;
  delete: boolean;
  shift: boolean;
  ctrl: boolean;
  meta: boolean;
}

/** Stands among the keys for what was pasted there, as Ink tells it. */
export const PASTED = '[200~';
/** Stands for the Delete key, which Ink would not tell from Backspace. */
export const DELETE = '[203~';

/**
 * Keys as they come. What was typed fast comes in one piece and is taken apart; what was pasted is one
 * text, whatever is in it: no line of it sends anything off.
 */
export const keyReader =
  (pasted: () => string | undefined) =>
  (input: string, key: InkKey): Key[] => {
    const text = input === PASTED ? pasted() : undefined;
    return text === undefined ? named(input, key) : [{ name: 'pasted', text: clean(text) }];
  };

const clean = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

const NAMES = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
] as const;

function named(input: string, key: InkKey): Key[] {
  if (input === DELETE) return [{ name: 'delete' }];
  // Shift, Alt or Ctrl with Enter: a new line wherever people write to agents.
  if (key.return && (key.meta || key.shift || key.ctrl)) return [{ name: 'newline' }];
  for (const [flag, name] of NAMES) if (key[flag]) return [{ name }];
  if (key.tab) return [{ name: key.shift ? 'backTab' : 'tab' }];
  // Most terminals send for Backspace what Ink calls delete.
  if (key.backspace || key.delete) return [{ name: 'backspace' }];
  if (key.ctrl) return [{ name: 'ctrl', char: input }];
  return key.meta && input !== '' ? [{ name: 'alt', char: input }] : typedKeys(input);
}

/** A return in the middle of a piece was pasted into a terminal that does not say so. */
function typedKeys(input: string): Key[] {
  const characters = [...input.replaceAll('\r\n', '\r')];
  return characters.flatMap((char, i): Key[] => {
    if (char === '\r') return [{ name: i === characters.length - 1 ? 'enter' : 'newline' }];
    if (char === '\n') return [{ name: 'newline' }];
    if (char === '\t') return [{ name: 'tab' }];
    if (char === '\u007f' || char === '\b') return [{ name: 'backspace' }];
    if (char < ' ') {
      return [{ name: 'ctrl', char: String.fromCharCode((char.codePointAt(0) ?? 0) + 96) }];
    }
    return [{ name: 'char', char }];
  });
}
