import { StringDecoder } from 'node:string_decoder';

/** What a chunk from the terminal means. */
export type Key =
  | { kind: 'text'; text: string }
  | { kind: 'paste'; text: string }
  | { kind: 'enter' | 'newline' | 'backspace' | 'escape' | 'interrupt' | 'end' | 'up' | 'down' };

export interface KeyReader {
  read(chunk: Buffer): Key[];
  /** Nothing more came after an escape: it was the key itself. */
  settle(): Key[];
  /** An escape waits to be told from the start of a sequence. */
  readonly unsettled: boolean;
}

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const SEQUENCE = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~]|[\r\n])/;
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/;
const PLAIN = /^[^\u0000-\u001f\u007f]+/;
/** Agents take so much in one read for a paste, and Enter with it for a line break. */
const BURST = 100;

const named: Readonly<Record<string, Key>> = {
  '\r': { kind: 'enter' },
  '\n': { kind: 'newline' },
  '\u007f': { kind: 'backspace' },
  '\b': { kind: 'backspace' },
  '\u0003': { kind: 'interrupt' },
  '\u0004': { kind: 'end' },
  '\u001b[A': { kind: 'up' },
  '\u001bOA': { kind: 'up' },
  '\u001b[B': { kind: 'down' },
  '\u001bOB': { kind: 'down' },
  '\u001b\r': { kind: 'newline' },
  '\u001b\n': { kind: 'newline' },
};

/** Bytes of a terminal in raw mode as keys; what is cut in two by a chunk's end is waited for. */
export function keyReader(): KeyReader {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let pasted: string | undefined;

  function read(fresh: string): Key[] {
    if (held === '' && pasted === undefined && isBurst(fresh)) {
      return [{ kind: 'paste', text: fresh.replaceAll('\r', '\n') }];
    }
    const keys: Key[] = [];
    let rest = held + fresh;
    held = '';
    while (rest !== '') {
      if (pasted !== undefined) {
        const end = rest.indexOf(PASTE_END);
        if (end < 0) {
          const cut = cutOffStart(rest, PASTE_END);
          pasted += rest.slice(0, rest.length - cut);
          held = rest.slice(rest.length - cut);
          return keys;
        }
        // Terminals send a line break inside a paste as CR.
        keys.push({ kind: 'paste', text: lineBreaks(pasted + rest.slice(0, end)) });
        pasted = undefined;
        rest = rest.slice(end + PASTE_END.length);
      } else if (rest.startsWith(PASTE_START)) {
        pasted = '';
        rest = rest.slice(PASTE_START.length);
      } else if (UNFINISHED.test(rest)) {
        held = rest;
        return keys;
      } else {
        const plain = PLAIN.exec(rest)?.[0];
        const token = plain ?? SEQUENCE.exec(rest)?.[0] ?? rest.slice(0, 1);
        const key = plain === undefined ? named[token] : ({ kind: 'text', text: plain } as const);
        if (key !== undefined) keys.push(key);
        else if (token === '\u001b') keys.push({ kind: 'escape' });
        rest = rest.slice(token.length);
      }
    }
    return keys;
  }

  return {
    read: (chunk) => read(decoder.write(chunk)),
    settle() {
      if (held === '' || pasted !== undefined) return [];
      const more = held.slice(1);
      held = '';
      return [{ kind: 'escape' }, ...read(more)];
    },
    get unsettled() {
      return held !== '' && pasted === undefined;
    },
  };
}

const isBurst = (text: string): boolean =>
  text.length > BURST && text.includes('\r') && !text.includes('\u001b');

const lineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** How many characters at the end of `text` may be the beginning of `wanted`. */
function cutOffStart(text: string, wanted: string): number {
  for (let n = Math.min(wanted.length - 1, text.length); n > 0; n -= 1) {
    if (wanted.startsWith(text.slice(-n))) return n;
  }
  return 0;
}
