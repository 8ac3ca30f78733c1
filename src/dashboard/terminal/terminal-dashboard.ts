import { printable } from '../../kit/log.ts';
import { openKeyboard } from '../../terminal/keys.ts';
import type { Edited } from './run-action.ts';
import { openController, type ControllerOptions } from './controller.ts';
import { paintLine } from './line.ts';
import { openPainter } from './painter.ts';
import { textOf } from './field.ts';
import type { Draft } from './state.ts';
import { ownTerminal, type Terminal } from './terminal.ts';
import { ENDING_SIGNALS } from '../../kit/signals.ts';

export interface DashboardOptions extends Omit<
  ControllerOptions,
  'size' | 'now' | 'edit' | 'onChange'
> {
  colour: boolean;
  /** Opens a text in the person's editor, which ends when the dashboard does. */
  edit: (text: string, ending: AbortSignal) => Promise<Edited>;
  /** Writes a text to a file and names it; undefined where it cannot. */
  keep: (text: string) => string | undefined;
  terminal?: Terminal;
  now?: () => number;
}

/** How long an editor may take to end when the dashboard must. */
const EDITOR_MS = 2_000;

/**
 * Shows the dashboard until its person leaves, the terminal goes, or a signal comes. However it ends, the
 * terminal is given back as it was. Unsent texts are printed there when the person left, else kept in a file.
 */
export async function showDashboard(options: DashboardOptions): Promise<'left' | 'signalled'> {
  const { terminal = ownTerminal(), colour } = options;
  const painter = openPainter(terminal);
  const ending = new AbortController();
  const kept: string[] = [];
  /** Set while the editor has the terminal: its Ctrl-C is not for the dashboard. */
  let lent: Promise<unknown> | undefined;
  let stopReading: () => void = () => undefined;
  let isDrawing = false;
  const takeTerminal = (): void => {
    if (ending.signal.aborted) return;
    // First: in the background this waits for the foreground.
    stopReading = terminal.read(keyboard.hear);
    painter.enter();
  };
  const giveBack = (): void => {
    stopReading();
    stopReading = () => undefined;
    painter.leave();
  };
  const controller = openController({
    ...options,
    now: options.now ?? Date.now,
    size: () => ({ columns: terminal.columns, rows: terminal.rows }),
    // Keys that come in one read are drawn as one frame.
    onChange() {
      if (isDrawing) return;
      isDrawing = true;
      queueMicrotask(() => {
        isDrawing = false;
        attempt(draw);
      });
    },
    async edit(text) {
      giveBack();
      const editing = options.edit(text, ending.signal);
      lent = editing.catch(() => undefined);
      try {
        const edited = await editing;
        // The screen that would name the file is gone.
        if (ending.signal.aborted && edited.kind === 'aborted' && edited.file !== undefined)
          kept.push(edited.file);
        return edited;
      } finally {
        lent = undefined;
        takeTerminal();
        controller.resized();
      }
    },
  });
  const suspend = async (): Promise<void> => {
    // Another program that has the terminal gives it back by itself.
    const ours = lent === undefined;
    if (ours) giveBack();
    await terminal.stop();
    if (!ours) return;
    takeTerminal();
    controller.resized();
  };
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail(error);
    }
  };
  const draw = (): void => {
    const { lines, cursor } = controller.frame();
    painter.paint(
      lines.map((line) => paintLine(line, colour)),
      cursor,
    );
  };
  const keyboard = openKeyboard((keys) => {
    for (const key of keys) {
      if (key.name === 'ctrl' && key.char === 'z') terminal.suspend();
      else attempt(() => controller.press(key));
    }
  }, 'inner-return');
  const stopResizes = terminal.onResize(() => {
    painter.forget();
    controller.resized();
  });
  let signalled: () => void = () => undefined;
  const ended = new Promise<'signalled'>((resolve) => (signalled = () => resolve('signalled')));
  const onSignal = (signal: NodeJS.Signals): void => {
    if (!(lent !== undefined && signal === 'SIGINT')) signalled();
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  const stopGone = terminal.onGone(signalled);
  const stopSuspending = terminal.onSuspend(() => void suspend());
  // Before Node prints an exception: on the alternate screen it would be lost.
  process.on('uncaughtExceptionMonitor', giveBack);
  process.on('exit', giveBack);
  takeTerminal();
  attempt(draw);
  let how: 'left' | 'signalled' = 'signalled';
  try {
    how = await Promise.race([controller.left.then(() => 'left' as const), ended, failed]);
    return how;
  } finally {
    // First: with a terminal that is gone all else may fail.
    const unsent = unsentText(options, controller.unsent());
    const path = how === 'left' || unsent === '' ? undefined : options.keep(unsent);
    ending.abort();
    giveBack();
    keyboard.close();
    controller.close();
    if (lent !== undefined) await waitAtMost(EDITOR_MS, lent);
    for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    process.off('uncaughtExceptionMonitor', giveBack);
    process.off('exit', giveBack);
    stopResizes();
    stopGone();
    stopSuspending();
    if (path === undefined && unsent !== '') {
      terminal.write(unsent.split('\n').map(printable).join('\n'));
    }
    for (const file of [path ?? [], kept].flat()) {
      terminal.write(`${options.texts.unsentKept(file)}\n`);
    }
  }
}

const waitAtMost = (ms: number, what: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([what, enough]).finally(() => clearTimeout(timer));
};

const unsentText = ({ texts }: DashboardOptions, unsent: readonly Draft[]): string =>
  unsent
    .map((draft) => `${texts.unsent(draft.left?.join(', ') ?? draft.to)}\n${writtenText(draft)}\n`)
    .join('');

const writtenText = ({ subject, body }: Draft): string =>
  [textOf(subject), textOf(body)].filter((text) => text.trim() !== '').join('\n\n');
