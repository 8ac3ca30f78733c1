import { StringDecoder } from 'node:string_decoder';

/** One key, one run of typed characters, or one pasted text. */
export type Key =
  | { name: NamedKey }
  | { name: 'text' | 'pasted'; text: string }
  | { name: 'ctrl' | 'alt'; char: string };

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

/**
 * How a paste is recognised in a terminal that does not mark it. `inner-return`: a return with more behind
 * it in one read is a line break. `burst`: a long read with a return in it is a paste, as Claude Code takes it.
 */
export type UnmarkedPaste = 'inner-return' | 'burst';

export interface KeyReader {
  /** The keys that are complete by now; a sequence cut by the end of a read waits for its rest. */
  read(chunk: Buffer): Key[];
  /** For how long to wait for that rest; undefined where nothing waits, or a paste has not ended. */
  waitMs(): number | undefined;
  /** The rest did not come: a waiting escape is the key itself. */
  settle(): Key[];
}

const ESC = '\u001b';
const CTRL_C = '\u0003';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** CSI and SS3, with the second escape that some terminals send for Alt and the second bracket of others. */
const SEQUENCE = /^\u001b{1,2}(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~])/;
const UNFINISHED = /^\u001b{1,2}(?:\[\[?[0-?]*[ -/]*|O)?$/;
const PLAIN = /^[^\u0000-\u001f\u007f]+/;
const BURST_LENGTH = 100;
/** An Esc by hand is answered soon; the rest of a sequence may take longer. */
const [ESC_MS, SEQUENCE_MS] = [50, 500];

/** Reads the bytes of a terminal in raw mode as keys. A paste without an end is ended by a lone Ctrl-C. */
export function openKeyReader(unmarked: UnmarkedPaste): KeyReader {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let pasted: string | undefined;

  const endPaste = (): Key[] => {
    const text = lineBreaks(pasted ?? '');
    pasted = undefined;
    return text === '' ? [] : [{ name: 'pasted', text }];
  };

  /** Takes the first key off `rest`; `length` 0 where its end has not come yet. */
  function takeKey(rest: string): { keys: Key[]; length: number } {
    const plain = PLAIN.exec(rest)?.[0];
    if (plain !== undefined) return { keys: [{ name: 'text', text: plain }], length: plain.length };
    if (rest.startsWith(PASTE_START)) {
      pasted = '';
      return { keys: [], length: PASTE_START.length };
    }
    if (UNFINISHED.test(rest)) return { keys: [], length: 0 };
    const sequence = SEQUENCE.exec(rest)?.[0];
    if (sequence !== undefined) {
      return { keys: sequenceKeys(sequence.replace(/^\u001b+/, '')), length: sequence.length };
    }
    if (rest.startsWith(ESC)) return takeAlt(rest);
    if (unmarked === 'inner-return' && rest.startsWith('\r')) return takeReturn(rest);
    return { keys: [controlKey(rest.charAt(0))], length: 1 };
  }

  /** Takes what is pasted up to its end, or up to what may be the beginning of its end. */
  function takePasted(before: string, rest: string): { keys: Key[]; length: number } {
    const end = rest.indexOf(PASTE_END);
    const length = end < 0 ? rest.length - startedLength(rest, PASTE_END) : end;
    pasted = before + rest.slice(0, length);
    return end < 0 ? { keys: [], length } : { keys: endPaste(), length: end + PASTE_END.length };
  }

  function readText(heard: string): Key[] {
    if (unmarked === 'burst' && held === '' && pasted === undefined && isBurst(heard)) {
      return [{ name: 'pasted', text: lineBreaks(heard) }];
    }
    if (pasted !== undefined && heard === CTRL_C) {
      held = '';
      return [...endPaste(), { name: 'ctrl', char: 'c' }];
    }
    // An Esc and then, in another read, a key that continues no sequence: two keys.
    const isAlone = pasted === undefined && held === ESC && !/^[[O]/.test(heard);
    const keys: Key[] = isAlone ? [{ name: 'escape' }] : [];
    let rest = isAlone ? heard : held + heard;
    held = '';
    while (rest !== '') {
      const taken = pasted === undefined ? takeKey(rest) : takePasted(pasted, rest);
      keys.push(...taken.keys);
      if (taken.length === 0) held = rest;
      rest = taken.length === 0 ? '' : rest.slice(taken.length);
    }
    return keys;
  }

  return {
    read: (chunk) => readText(decoder.write(chunk)),
    waitMs: () =>
      held === '' || pasted !== undefined ? undefined : held === ESC ? ESC_MS : SEQUENCE_MS,
    settle() {
      if (held === '' || pasted !== undefined) return [];
      const [char = '', ...more] = held.replace(/^\u001b+/, '');
      held = '';
      if (char === '') return [{ name: 'escape' }];
      return [{ name: 'alt', char }, ...(more.length > 0 ? readText(more.join('')) : [])];
    },
  };
}

export interface Keyboard {
  hear: (chunk: Buffer) => void;
  close(): void;
}

/** Gives keys as they come, waiting for the rest of a sequence no longer than it may take. */
export function openKeyboard(press: (keys: Key[]) => void, unmarked: UnmarkedPaste): Keyboard {
  const reader = openKeyReader(unmarked);
  let timer: NodeJS.Timeout | undefined;
  return {
    hear(chunk) {
      clearTimeout(timer);
      press(reader.read(chunk));
      const waitMs = reader.waitMs();
      if (waitMs !== undefined) timer = setTimeout(() => press(reader.settle()), waitMs);
    },
    close: () => clearTimeout(timer),
  };
}

const isBurst = (text: string): boolean =>
  text.length > BURST_LENGTH && text.includes('\r') && !text.includes(ESC);

const lineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** How many characters at the end of `text` may be the beginning of `wanted`. */
function startedLength(text: string, wanted: string): number {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(wanted.slice(0, length))) return length;
  }
  return 0;
}

/** Escape and another key in one read: Alt and that key. */
function takeAlt(rest: string): { keys: Key[]; length: number } {
  const char = String.fromCodePoint(rest.codePointAt(1) ?? 0);
  const length = 1 + char.length;
  if (char === ESC) return { keys: [{ name: 'escape' }], length };
  if (char === '\r') return { keys: [{ name: 'newline' }], length };
  return { keys: [PLAIN.test(char) ? { name: 'alt', char } : controlKey(char)], length };
}

function takeReturn(rest: string): { keys: Key[]; length: number } {
  const length = rest.startsWith('\r\n') ? 2 : 1;
  const isLast = rest.length === length || rest.charAt(length) === ESC;
  return { keys: [{ name: isLast ? 'enter' : 'newline' }], length };
}

const CONTROLS: Readonly<Record<string, NamedKey>> = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  [ESC]: 'escape',
};

function controlKey(char: string): Key {
  const name = CONTROLS[char];
  if (name !== undefined) return { name };
  return { name: 'ctrl', char: String.fromCharCode(char.charCodeAt(0) + 96) };
}

/** By their last letter; rxvt sends a small one for a key with Shift or Ctrl. */
const LETTERS: Readonly<Record<string, NamedKey>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'backTab',
};
const NUMBERS: Readonly<Record<string, NamedKey>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'pageUp',
  6: 'pageDown',
  7: 'home',
  8: 'end',
};

/** What stands behind the escape of a sequence. A key that nothing asks for is none. */
function sequenceKeys(sequence: string): Key[] {
  // CSI code ; modifiers : event ; text u, and xterm's CSI 27 ; modifiers ; code ~.
  const kitty = /^\[(\d+)(?:;(\d*)(?::(\d+))?(?:;([\d:]+))?)?u$/.exec(sequence);
  if (kitty !== null) return codedKeys(kitty[1], kitty[2], kitty[3], kitty[4]);
  const xterm = /^\[27;(\d+);(\d+)~$/.exec(sequence);
  if (xterm !== null) return codedKeys(xterm[2], xterm[1]);
  // With event 3 it is the release of a key.
  const [, number = '', event, last = ''] =
    /^(?:O|\[|\[\[(?=\d))(\d*)(?:;\d+(?::(\d+))?)?([A-Za-z~^$])$/.exec(sequence) ?? [];
  const isNumbered = '~^$'.includes(last);
  const name = isNumbered ? NUMBERS[number] : LETTERS[rxvtLetter(last)];
  return name === undefined || event === '3' ? [] : [{ name }];
}

const rxvtLetter = (letter: string): string =>
  'abcd'.includes(letter) ? letter.toUpperCase() : letter;

const [SHIFT, ALT, CTRL] = [1, 2, 4];
/** No half of a character, and none of the private area where kitty has lone modifiers and the like. */
const isCharacter = (code: number): boolean => code < 0xd800 || (code > 0xf8ff && code <= 0x10ffff);

function codedKeys(coded = '', modified = '1', event = '1', codes?: string): Key[] {
  const code = Number(coded);
  const modifiers = Math.max(0, Number(modified) - 1);
  const [isShifted, isAlt, isCtrl] = [SHIFT, ALT, CTRL].map((bit) => (modifiers & bit) !== 0);
  const text = (codes?.split(':') ?? [coded]).map(Number);
  if (event === '3' || ![code, ...text].every(isCharacter)) return [];
  if (code === 13) return [{ name: isShifted || isAlt || isCtrl ? 'newline' : 'enter' }];
  if (code === 9) return [{ name: isShifted ? 'backTab' : 'tab' }];
  if (code < 0x20 || code === 0x7f) return [controlKey(String.fromCharCode(code))];
  const char = String.fromCodePoint(...text);
  if (isCtrl) return [{ name: 'ctrl', char }];
  return [isAlt ? { name: 'alt', char } : { name: 'text', text: char }];
}
