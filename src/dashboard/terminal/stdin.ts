import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { DELETE, PASTED } from './key.ts';
import { openPieces, type Piece } from './paste.ts';

export interface Keys {
  /** What came from the terminal. */
  hear: (piece: Buffer) => void;
  /** What Ink reads: keys, and a mark wherever something was pasted. */
  stdin: NodeJS.ReadStream;
  /** The text of the next mark. */
  pasted: () => string | undefined;
  close(): void;
}

const DELETED = '\u001b[3~';

/**
 * What Ink reads: ours to fill, so that another program can have the terminal for a while. Piece by piece
 * as they came: what was typed at once tells what was pasted.
 */
export function openKeys(): Keys {
  const stream = new PassThrough({ objectMode: true });
  const quiet = { isTTY: true, setRawMode: () => stream, ref: () => stream, unref: () => stream };
  const decoder = new StringDecoder('utf8');
  const pieces = openPieces();
  const pastes: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const give = (known: readonly Piece[]): void => {
    for (const { kind, text } of known) {
      if (kind === 'pasted') pastes.push(text);
      stream.write(
        kind === 'pasted' ? `\u001b${PASTED}` : text.replaceAll(DELETED, `\u001b${DELETE}`),
      );
    }
  };
  return {
    hear(piece) {
      clearTimeout(timer);
      give(pieces.take(decoder.write(piece)));
      const patience = pieces.patience();
      if (patience !== undefined) timer = setTimeout(() => give(pieces.giveUp()), patience);
    },
    stdin: Object.assign(stream, quiet) as unknown as NodeJS.ReadStream,
    pasted: () => pastes.shift(),
    close: () => clearTimeout(timer),
  };
}
