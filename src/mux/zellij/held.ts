import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { exec, type Execution, type Outcome } from '../../kit/exec.ts';
import type { Command, Screen, Sure } from '../mux.ts';

/** What must be seen before the key goes off. */
export interface LastLook {
  look: () => Promise<Screen>;
  sure: Sure;
  /** An action without consequences, to try once whether this Zellij can be held. */
  harmless: Command;
}

const WAIT_MS = 3_000;
const LOOK_AGAIN_MS = 2;

/**
 * A Zellij that is started, and waits. Its command line takes 20 to 60 ms from its start until the
 * session has the key, and whatever opens in the pane meanwhile would get it. But it reads its
 * configuration before it says anything to the session: where that is a pipe, it stands ready until
 * the pipe is closed, and the key arrives 1 to 6 ms after that. So first it is started, then the pane
 * is looked at, and then it is let go, or killed.
 */
async function hold(dir: string, execution: Execution): Promise<Held | undefined> {
  const pipe = join(dir, `hold.${randomUUID()}`);
  const { env } = execution;
  try {
    const made = await exec({ program: 'mkfifo', args: ['-m', '600', pipe], env }, TIMEOUT);
    if (made.code !== 0) return undefined;
    const giveUp = new AbortController();
    const args = ['--config', pipe, ...execution.args];
    const end = exec({ ...execution, args }, { ...TIMEOUT, signal: giveUp.signal });
    const gate = await opened(pipe, end);
    const close = (): void => void (gate === undefined || fs.closeSync(gate));
    const kill = async (): Promise<void> => {
      giveUp.abort();
      await end;
      close();
    };
    if (gate !== undefined) return { letGo: () => (close(), end), kill };
    await kill();
    return undefined;
  } finally {
    fs.rmSync(pipe, { force: true });
  }
}

interface Held {
  letGo(): Promise<Outcome>;
  kill(): Promise<void>;
}

const TIMEOUT = { timeoutMs: WAIT_MS };

/** The end to write to; it can be opened once somebody reads. */
async function opened(pipe: string, end: Promise<Outcome>): Promise<number | undefined> {
  let over = false;
  void end.then(() => (over = true));
  while (!over) {
    try {
      return fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
  return undefined;
}

/** One that does not wait would press the key before the look: tried once, with a harmless action. */
export async function canHold(dir: string, harmless: Execution): Promise<boolean> {
  const held = await hold(dir, harmless).catch(() => undefined);
  await held?.kill();
  return held !== undefined;
}

/** Undefined where the look said no; nothing was pressed then. */
export async function pressHeld(
  dir: string,
  key: Execution,
  { look, sure }: LastLook,
): Promise<Outcome | undefined> {
  const held = await hold(dir, key);
  if (held === undefined) return undefined;
  let yes = false;
  try {
    yes = sure(await look());
  } finally {
    if (!yes) await held.kill();
  }
  return yes ? held.letGo() : undefined;
}
