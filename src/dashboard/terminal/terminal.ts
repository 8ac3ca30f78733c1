import type { Tty } from './painter.ts';

/** The terminal that the dashboard runs in. */
export interface Terminal extends Tty {
  /** Reads every key in raw mode. Returns how to stop. */
  read(heard: (piece: Buffer) => void): () => void;
  onResize(changed: () => void): () => void;
  /** Called when the terminal is closed. Returns how to stop. */
  onGone(gone: () => void): () => void;
  /** Called on SIGTSTP. Returns how to stop. */
  onSuspend(suspended: () => void): () => void;
  /** Sends SIGTSTP to the whole process group, as the terminal itself does. */
  suspend: () => void;
  /** Stops this program, as Ctrl-Z does; resolves when it goes on. */
  stop(): Promise<void>;
}

/** An orphaned process group is not stopped, and no signal says so. */
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
        // Otherwise a waiting read takes the first key of the next program.
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
        // The unsent texts may be printed to a terminal that is gone.
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
      // Without listeners the process stops here; the timer is due when it goes on.
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
