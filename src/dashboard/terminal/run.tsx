import { PassThrough, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { render } from 'ink';
import { App } from './app.tsx';
import { openController, type Controlling } from './controller.ts';
import type { Frame } from './frame.ts';
import { painted } from './line.ts';
import { openPainter, type Tty } from './painter.ts';
import { textOf } from './field.ts';
import { ownTerminal, type Terminal } from './terminal.ts';

export interface Showing extends Omit<Controlling, 'size' | 'now'> {
  colour: boolean;
  terminal?: Terminal;
  now?: () => number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Shows the dashboard until its person leaves, the terminal goes, or a signal comes. However it ends, the
 * terminal is given back as it was; whatever was written and not sent is printed there.
 */
export async function showDashboard(showing: Showing): Promise<'left' | 'signalled'> {
  const { terminal = ownTerminal(), texts, colour } = showing;
  const painter = openPainter(terminal);
  const keys = inkStdin();
  const decoder = new StringDecoder('utf8');
  const hear = (piece: Buffer): void => void keys.write(decoder.write(piece));
  /** Another program has the terminal: its Ctrl-C is not for us. */
  let lent = false;
  let stopReading: () => void = () => undefined;
  const begin = (): void => {
    painter.enter();
    stopReading = terminal.read(hear);
  };
  const giveBack = (): void => {
    stopReading();
    stopReading = () => undefined;
    painter.leave();
  };
  const controller = openController({
    ...showing,
    now: showing.now ?? Date.now,
    size: () => ({ columns: terminal.columns, rows: terminal.rows }),
    async edit(text) {
      giveBack();
      lent = true;
      try {
        return await showing.edit(text);
      } finally {
        lent = false;
        begin();
        controller.resized();
      }
    },
  });
  const draw = ({ lines, cursor }: Frame): void =>
    painter.paint(
      lines.map((line) => painted(line, colour)),
      cursor,
    );
  const stopResizes = terminal.onResize(() => {
    painter.forget();
    controller.resized();
  });
  let signalled: () => void = () => undefined;
  const ended = new Promise<'signalled'>((resolve) => (signalled = () => resolve('signalled')));
  const onSignal = (signal: NodeJS.Signals): void => {
    if (!(lent && signal === 'SIGINT')) signalled();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const stopGone = terminal.onGone(signalled);
  // Before Node tells of an exception: on a screen that goes away nobody would read it.
  process.on('uncaughtExceptionMonitor', giveBack);
  process.on('exit', giveBack);
  begin();
  const ink = render(<App controller={controller} draw={draw} />, {
    stdout: inkStdout(terminal),
    stdin: keys,
    // At once, and without a timer.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  try {
    const failed = ink.waitUntilExit().then(() => 'left' as const);
    return await Promise.race([controller.left.then(() => 'left' as const), ended, failed]);
  } finally {
    giveBack();
    const unsent = controller.unsent();
    controller.close();
    ink.unmount();
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('uncaughtExceptionMonitor', giveBack);
    process.off('exit', giveBack);
    stopResizes();
    stopGone();
    for (const { to, body } of unsent) {
      terminal.write(`${texts.unsent(to)}\n${textOf(body)}\n`);
    }
  }
}

/**
 * What Ink reads: ours to fill, so that another program can have the terminal for a while. Piece by piece as
 * they came: what was typed at once tells what was pasted.
 */
function inkStdin(): NodeJS.ReadStream & { write(keys: string): boolean } {
  const stream = new PassThrough({ objectMode: true });
  const quiet = { isTTY: true, setRawMode: () => stream, ref: () => stream, unref: () => stream };
  return Object.assign(stream, quiet) as unknown as ReturnType<typeof inkStdin>;
}

/** What Ink writes to: it prints nothing, and its size is the terminal's. */
function inkStdout(tty: Tty): NodeJS.WriteStream {
  const stream = new Writable({ write: (_piece, _encoding, done) => done() });
  Object.defineProperties(stream, {
    columns: { get: () => tty.columns },
    rows: { get: () => tty.rows },
  });
  return stream as unknown as NodeJS.WriteStream;
}
