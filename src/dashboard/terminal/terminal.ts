import type { Tty } from './painter.ts';

/** A terminal with a person before it. */
export interface Terminal extends Tty {
  /** Takes every key from now on, as it is pressed. Returns how to stop. */
  read(heard: (piece: Buffer) => void): () => void;
  onResize(changed: () => void): () => void;
  /** Nobody is before it any more. */
  onGone(gone: () => void): () => void;
  /** Called where somebody asks for the terminal back for a while. Returns how to stop. */
  onSuspend(suspended: () => void): () => void;
  /** Asks everybody who has part in this terminal's program for it, as the terminal itself would. */
  suspend: () => void;
  /** Stops this program, as Ctrl-Z does; resolves when it goes on. */
  stop(): Promise<void>;
}

/** Where nobody can continue a program nothing stops it, and no signal tells so. */
const STOPPED_MS = 100;

/** The terminal of this process. */
export function ownTerminal(
  stdin: NodeJS.ReadStream = process.stdin,
  stdout: NodeJS.WriteStream = process.stdout,
): Terminal {
  const askers = new Set<() => void>();
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
        stdin.off('end', gone).off('error', gone);
        // The last words may meet a terminal that is gone.
        stdout.off('error', gone).on('error', () => undefined);
      };
    },
    onSuspend(suspended) {
      askers.add(suspended);
      process.on('SIGTSTP', suspended);
      return () => {
        askers.delete(suspended);
        process.off('SIGTSTP', suspended);
      };
    },
    suspend: () => void process.kill(0, 'SIGTSTP'),
    stop() {
      for (const one of askers) process.off('SIGTSTP', one);
      // Nobody listens now: it stops here, and the timer is due when it goes on.
      process.kill(process.pid, 'SIGTSTP');
      return new Promise((resolve) =>
        setTimeout(() => {
          for (const one of askers) process.on('SIGTSTP', one);
          resolve();
        }, STOPPED_MS),
      );
    },
  };
}
