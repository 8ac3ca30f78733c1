import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../kit/clock.ts';
import type { Execution } from '../../kit/exec.ts';
import { createIds } from '../../kit/id.ts';
import type { Command, Screen, Sure } from '../mux.ts';

/** What must be seen before the key is let go. */
export interface LastLook {
  look: () => Promise<Screen>;
  sure: Sure;
  /** An action without consequences, to try once whether this Zellij can be held. */
  harmless: Command;
}

const WAIT_MS = 3_000;
const ids = createIds(systemClock);
const GO = 'go';

/**
 * If this process dies meanwhile, the shell reads an end of file, and kills the key. It prints `ready` when
 * Zellij has opened the pipe to read. Zellij's errors come on 3, apart from the shell's own (of a locale,
 * for instance).
 */
const HOLD = `
mkfifo -m 600 "$0" || exit 1
"$@" 2>&3 3>&- & key=$!
exec 4>"$0"
rm -f "$0"
echo ready
if read -r word && [ "$word" = ${GO} ]; then exec 4>&-; else kill -9 $key; fi
wait $key
`;

/** What became of a key that was let go. */
export interface LetGo {
  code: number | null;
  stderr: string;
}

interface Held {
  letGo(): Promise<LetGo>;
  kill(): Promise<LetGo>;
}

/**
 * A Zellij that is started, and waits. Its command line takes 20 to 60 ms from its start until the
 * session has the key, and whatever opens in the pane meanwhile would get it. But it reads its
 * configuration before it says anything to the session: where that is a pipe, it stands ready until
 * the pipe is closed, and the key arrives 1 to 7 ms after that. So first it is started, then the pane
 * is looked at, and then it is let go, or killed.
 */
function hold(dir: string, { program, args, env }: Execution): Promise<Held | undefined> {
  const pipe = join(dir, `hold.${ids.next()}`);
  // Every relay starts with this file, and few ever hold a key.
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    const words = ['-c', HOLD, pipe, program, '--config', pipe, ...args];
    const shell = spawn('sh', words, {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
      detached: true,
    });
    const killBoth = (): void => {
      killGroup(shell.pid);
      // Another process that has our pipes must not keep us waiting.
      for (const stream of shell.stdio) stream?.destroy();
    };
    const timer = setTimeout(killBoth, WAIT_MS);
    let stderr = '';
    const end = new Promise<LetGo>((over) => {
      const ended = (code: number | null): void => {
        clearTimeout(timer);
        discard(pipe);
        over({ code, stderr });
      };
      shell.on('error', () => ended(null)).on('close', ended);
    });
    const say = (word: string): Promise<LetGo> => {
      shell.stdin?.end(word);
      return end;
    };
    shell.stdin?.on('error', () => undefined);
    shell.stdio[3]?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    shell.stdout?.once('data', (said: Buffer) => {
      if (said.toString('utf8') === 'ready\n') {
        resolve({ letGo: () => say(`${GO}\n`), kill: () => say('') });
      } else killBoth();
    });
    void end.then(() => resolve(undefined));
  });
}

/** Both at once: a Zellij whose shell is gone would press its key. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // Over already.
  }
}

/** The shell does it itself, unless it was killed before. */
function discard(pipe: string): void {
  try {
    fs.rmSync(pipe, { force: true });
  } catch {
    // A pipe left behind does no harm.
  }
}

/** A Zellij that does not wait would press the key before the look: tried once, with a harmless action. */
export async function canHold(dir: string, harmless: Execution): Promise<boolean> {
  const held = await hold(dir, harmless).catch(() => undefined);
  await held?.kill();
  return held !== undefined;
}

/** Nothing was pressed where the look said no, or where there was nothing to let go. */
export async function pressHeld(
  dir: string,
  key: Execution,
  { look, sure }: LastLook,
): Promise<LetGo | 'unsure' | 'unheld'> {
  const held = await hold(dir, key);
  if (held === undefined) return 'unheld';
  let yes = false;
  try {
    yes = sure(await look());
  } finally {
    if (!yes) await held.kill();
  }
  return yes ? held.letGo() : 'unsure';
}
