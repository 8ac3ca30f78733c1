import { Writable } from 'node:stream';
import { render } from 'ink';
import { printable } from '../../kit/log.ts';
import type { Edited } from './act.ts';
import { App } from './app.tsx';
import { openController, type Controlling } from './controller.ts';
import type { Frame } from './frame.ts';
import { painted } from './line.ts';
import { openPainter, type Tty } from './painter.ts';
import { textOf } from './field.ts';
import { openKeys } from './stdin.ts';
import type { Draft } from './state.ts';
import { ownTerminal, type Terminal } from './terminal.ts';

export interface Showing extends Omit<Controlling, 'size' | 'now' | 'edit'> {
  colour: boolean;
  /** Gives a text to the person's editor, which ends when the dashboard does. */
  edit: (text: string, ending: AbortSignal) => Promise<Edited>;
  /** Puts a text where its person finds it; undefined where it cannot. */
  keep: (text: string) => string | undefined;
  terminal?: Terminal;
  now?: () => number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long an editor may take to end when the dashboard must. */
const EDITOR_MS = 2_000;

/**
 * Shows the dashboard until its person leaves, the terminal goes, or a signal comes. However it ends, the
 * terminal is given back as it was; whatever was written and not sent is printed there, or kept in a file
 * where nobody may be there to read it.
 */
export async function showDashboard(showing: Showing): Promise<'left' | 'signalled'> {
  const { terminal = ownTerminal(), colour } = showing;
  const painter = openPainter(terminal);
  const keys = openKeys();
  const ending = new AbortController();
  const kept: string[] = [];
  /** While another program has the terminal: its Ctrl-C is not for us. */
  let lent: Promise<unknown> | undefined;
  let stopReading: () => void = () => undefined;
  const begin = (): void => {
    if (ending.signal.aborted) return;
    // First: from the background this waits until the terminal is ours.
    stopReading = terminal.read(keys.hear);
    painter.enter();
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
      const editing = showing.edit(text, ending.signal);
      lent = editing.catch(() => undefined);
      try {
        const edited = await editing;
        // Nobody is there any more to say it on the screen.
        if (ending.signal.aborted && edited.kind === 'aborted' && edited.file !== undefined)
          kept.push(edited.file);
        return edited;
      } finally {
        lent = undefined;
        begin();
        controller.resized();
      }
    },
  });
  const suspend = async (): Promise<void> => {
    // Whoever has the terminal gives it back themselves.
    const ours = lent === undefined;
    if (ours) giveBack();
    await terminal.stop();
    if (!ours) return;
    begin();
    controller.resized();
  };
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
    if (!(lent !== undefined && signal === 'SIGINT')) signalled();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const stopGone = terminal.onGone(signalled);
  const stopSuspending = terminal.onSuspend(() => void suspend());
  // Before Node tells of an exception: on a screen that goes away nobody would read it.
  process.on('uncaughtExceptionMonitor', giveBack);
  process.on('exit', giveBack);
  begin();
  const ink = render(
    <App controller={controller} draw={draw} pasted={keys.pasted} suspend={terminal.suspend} />,
    {
      stdout: inkStdout(terminal),
      stdin: keys.stdin,
      // At once, and without a timer.
      debug: true,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  let how: 'left' | 'signalled' = 'signalled';
  try {
    // By itself Ink ends only where its input does: nobody may be there to read any more.
    const failed = ink.waitUntilExit().then(() => 'signalled' as const);
    how = await Promise.race([controller.left.then(() => 'left' as const), ended, failed]);
    return how;
  } finally {
    // First: whatever else may fail with a terminal that is gone, what was written is safe.
    const unsent = controller.unsent();
    const path = how === 'left' ? undefined : keepUnsent(showing, unsent);
    ending.abort();
    giveBack();
    keys.close();
    controller.close();
    ink.unmount();
    if (lent !== undefined) await atMost(EDITOR_MS, lent);
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('uncaughtExceptionMonitor', giveBack);
    process.off('exit', giveBack);
    stopResizes();
    stopGone();
    stopSuspending();
    lastWords(showing, terminal, path === undefined ? unsent : [], [...(path ?? []), ...kept]);
  }
}

const atMost = (ms: number, what: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([what, enough]).finally(() => clearTimeout(timer));
};

const wholeOf = ({ texts }: Showing, unsent: readonly Draft[]): string =>
  unsent
    .map((draft) => `${texts.unsent(draft.left?.join(', ') ?? draft.to)}\n${written(draft)}\n`)
    .join('');

/** In which file, if there was anything and it could be written. */
function keepUnsent(showing: Showing, unsent: readonly Draft[]): readonly string[] | undefined {
  const whole = wholeOf(showing, unsent);
  const path = whole === '' ? undefined : showing.keep(whole);
  return path === undefined ? undefined : [path];
}

function lastWords(
  showing: Showing,
  terminal: Terminal,
  unsent: readonly Draft[],
  files: readonly string[],
): void {
  const whole = wholeOf(showing, unsent);
  if (whole !== '') terminal.write(whole.split('\n').map(printable).join('\n'));
  for (const file of files) terminal.write(`${showing.texts.unsentKept(file)}\n`);
}

const written = ({ subject, body }: Draft): string =>
  [textOf(subject), textOf(body)].filter((text) => text.trim() !== '').join('\n\n');

/** What Ink writes to: it prints nothing, and its size is the terminal's. */
function inkStdout(tty: Tty): NodeJS.WriteStream {
  const stream = new Writable({ write: (_piece, _encoding, done) => done() });
  Object.defineProperties(stream, {
    columns: { get: () => tty.columns },
    rows: { get: () => tty.rows },
  });
  return stream as unknown as NodeJS.WriteStream;
}
