import type { Tty } from './painter.ts';

/** A terminal with a person before it. */
export interface Terminal extends Tty {
  /** Takes every key from now on, as it is pressed. Returns how to stop. */
  read(heard: (piece: Buffer) => void): () => void;
  onResize(changed: () => void): () => void;
  /** Nobody is before it any more. */
  onGone(gone: () => void): () => void;
}

/** The terminal of this process. */
export function ownTerminal(
  stdin: NodeJS.ReadStream = process.stdin,
  stdout: NodeJS.WriteStream = process.stdout,
): Terminal {
  return {
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows;
    },
    write: (text) => void stdout.write(text),
    read(heard) {
      stdin.setRawMode(true);
      stdin.on('data', heard);
      stdin.resume();
      return () => {
        stdin.off('data', heard);
        // Otherwise a read is left waiting, and takes the first key of whoever has the terminal next.
        stdin.pause();
        try {
          stdin.setRawMode(false);
        } catch {
          // The terminal is gone, and its mode with it.
        }
      };
    },
    onResize(changed) {
      stdout.on('resize', changed);
      return () => void stdout.off('resize', changed);
    },
    onGone(gone) {
      stdin.on('end', gone).on('error', gone);
      stdout.on('error', gone);
      return () => {
        stdin.off('end', gone);
        stdout.off('error', gone);
      };
    },
  };
}
