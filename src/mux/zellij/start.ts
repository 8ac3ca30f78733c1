import fs from 'node:fs';
import { dirname } from 'node:path';
import { OvldError } from '../../errors.ts';
import { steadyMs } from '../../kit/clock.ts';
import { nodeDisk } from '../../kit/disk.ts';
import type { SessionState, StartPlan } from '../mux.ts';
import { failed, pause, type Zellij } from './actions.ts';
import type { ZellijCommands } from './commands.ts';
import { panesIn } from './layout.ts';

const START_MS = 15_000;
const END_MS = 2000;
/**
 * A headless start returns when its words are sent, not when they are read: whoever looks at the
 * session just then ends the server. It has run nothing yet, so it is started again.
 */
const STARTS = 4;
const LOOK_AGAIN_MS = 30;

interface Session {
  zellij: Zellij;
  commands: ZellijCommands;
  session: string;
  state: () => Promise<SessionState>;
  life: () => Promise<string | undefined>;
  /** Undefined where this Zellij cannot tell. */
  countPanes: () => Promise<number | undefined>;
}

export async function startSession(
  { zellij, commands, session, state, life, countPanes }: Session,
  { files, steps, terminal }: StartPlan,
): Promise<void> {
  const before = await state();
  if (before === 'live') throw new OvldError('session_taken', { session });
  // Zellij would bring the dead one back instead of the layout (Z17).
  if (before === 'exited') await zellij.run(commands.delete());
  // A server on its way out takes the socket of its name with it, even the next one's.
  await waitUntil(async () => (await life()) === undefined, END_MS);
  for (const { path, text } of files) {
    await nodeDisk.mkdir(dirname(path));
    fs.rmSync(path, { force: true });
    await nodeDisk.writeNew(path, text, { sync: false });
  }
  for (let attempt = 1; ; attempt += 1) {
    for (const step of steps) {
      const outcome = await zellij.run(step, START_MS);
      if (outcome.code !== 0) throw failed(step, outcome);
    }
    if (terminal) return;
    zellij.isUp();
    const wanted = files.reduce((sum, { text }) => sum + panesIn(text), 0);
    let ended = false;
    const settled = async (): Promise<boolean> => {
      ended = (await life()) === undefined;
      if (ended) return true;
      return (await state()) === 'live' && ((await countPanes()) ?? wanted) >= wanted;
    };
    if ((await waitUntil(settled, START_MS)) && !ended) return;
    if (ended && attempt < STARTS) continue;
    const reason = 'the session did not come up';
    throw new OvldError('mux_failed', { program: 'zellij', command: 'attach', reason });
  }
}

/** Exit codes of both commands are of no use: 1 and 2 also say that there was nothing to do (Z19). */
export async function endSession({ zellij, commands, state, life }: Session): Promise<boolean> {
  await zellij.run(commands.kill());
  await waitUntil(async () => (await state()) !== 'live', END_MS);
  await zellij.run(commands.delete());
  await waitUntil(async () => (await life()) === undefined, END_MS);
  return (await state()) === 'none';
}

async function waitUntil(done: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = steadyMs() + ms;
  while (!(await done())) {
    if (steadyMs() > end) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return true;
}
