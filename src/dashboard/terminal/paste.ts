const ESC = '\u001b';
const BEGINS = `${ESC}[200~`;
const ENDS = `${ESC}[201~`;
const CTRL_C = '\u0003';

export type Piece = { kind: 'typed' | 'pasted'; text: string };

export interface Pieces {
  /** What is known of it by now. The end of it may be the beginning of a mark, and waits. */
  take(heard: string): Piece[];
  /** How long what waits may be one, in milliseconds; undefined where nothing waits, or a paste goes on. */
  patience(): number | undefined;
  /** It was none. */
  giveUp(): Piece[];
}

/** A person's Esc is answered soon; what nobody types by hand may take longer. */
const [ESC_MS, MARK_MS] = [50, 500];

/**
 * Tells what was pasted from what was typed, by the marks a terminal puts around it, however they are cut
 * between two reads. A paste without an end is ended by a Ctrl-C that comes alone.
 */
export function openPieces(): Pieces {
  let held = '';
  let pasted: string | undefined;
  const typed = (heard: string): Piece[] => {
    const text = heard.replaceAll(ENDS, '');
    return text === '' ? [] : [{ kind: 'typed', text }];
  };
  const done = (): Piece[] => {
    const text = pasted ?? '';
    pasted = undefined;
    return text === '' ? [] : [{ kind: 'pasted', text }];
  };
  /** Up to the next mark, if there is one. */
  const next = (rest: string): { pieces: Piece[]; rest: string | undefined } => {
    const mark = pasted === undefined ? BEGINS : ENDS;
    const at = rest.indexOf(mark);
    const wait = at < 0 ? begunMark(rest, mark) : 0;
    const before = at < 0 ? rest.slice(0, rest.length - wait) : rest.slice(0, at);
    held = rest.slice(rest.length - wait);
    const behind = at < 0 ? undefined : rest.slice(at + mark.length);
    if (pasted === undefined) {
      if (at >= 0) pasted = '';
      return { pieces: typed(before), rest: behind };
    }
    pasted += before;
    return { pieces: at >= 0 ? done() : [], rest: behind };
  };
  return {
    take(heard) {
      if (pasted !== undefined && heard === CTRL_C) {
        held = '';
        return [...done(), ...typed(heard)];
      }
      // Esc, and then another key: two keys.
      const alone = pasted === undefined && held === ESC && !/^[[O]/.test(heard);
      const pieces = alone ? typed(held) : [];
      let rest: string | undefined = alone ? heard : held + heard;
      held = '';
      while (rest !== undefined && rest !== '') {
        const found = next(rest);
        pieces.push(...found.pieces);
        rest = found.rest;
      }
      return pieces;
    },
    patience: () =>
      held === '' || pasted !== undefined ? undefined : held === ESC ? ESC_MS : MARK_MS,
    giveUp() {
      const text = held;
      held = '';
      return typed(text);
    },
  };
}

/** How much of the end of a text may be the beginning of a mark. */
function begunMark(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
