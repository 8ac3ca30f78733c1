import fs from 'node:fs';
import { dirname } from 'node:path';
import { OvldError } from '../../errors.ts';
import { steadyMs } from '../../kit/clock.ts';
import { nodeDisk } from '../../kit/disk.ts';
import type { SessionState, StartPlan } from '../mux.ts';
import { muxFailed, pause, type Zellij } from './actions.ts';
import type { ZellijCommands } from './commands.ts';
import { panesIn } from './layout.ts';

const START_MS = 15_000;
const END_MS = 2000;
/** A busy Zellij loses such a request, or takes its time (Z19). */
const ENDS = 4;
/**
 * A headless start returns when its request is sent, not when it is read: a command of another process
 * just then ends the server. It has run nothing yet, so it is started again.
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
  // Zellij would resurrect the exited session instead of using the layout (Z17).
  if (before === 'exited') await zellij.run(commands.delete());
  // A server that is ending removes the socket of its name, even that of the next server.
  await waitUntil(async () => (await life()) === undefined, END_MS);
  for (const { path, text } of files) {
    await nodeDisk.mkdir(dirname(path));
    fs.rmSync(path, { force: true });
    await nodeDisk.writeNew(path, text, { sync: false });
  }
  for (let attempt = 1; ; attempt += 1) {
    for (const step of steps) {
      const outcome = await zellij.run(step, START_MS);
      if (outcome.code !== 0) throw muxFailed(step, outcome);
    }
    if (terminal) return;
    zellij.markUp();
    const wanted = files.reduce((sum, { text }) => sum + panesIn(text), 0);
    let ended = false;
    const isSettled = async (): Promise<boolean> => {
      ended = (await life()) === undefined;
      if (ended) return true;
      return (await state()) === 'live' && ((await countPanes()) ?? wanted) >= wanted;
    };
    if ((await waitUntil(isSettled, START_MS)) && !ended) return;
    if (ended && attempt < STARTS) continue;
    const reason = { code: 'session_not_up' } as const;
    throw new OvldError('mux_failed', { program: 'zellij', command: 'attach', reason });
  }
}

/** The exit codes of both commands say nothing: 1 and 2 may mean that there was nothing to do (Z19). */
export async function endSession({ zellij, commands, state, life }: Session): Promise<boolean> {
  const ours = await life();
  for (let attempt = 1; attempt <= ENDS; attempt += 1) {
    await zellij.run(commands.kill());
    if (await waitUntil(async () => (await state()) !== 'live', END_MS)) break;
    const standing = await life();
    // Another session has taken the name.
    if (standing !== undefined && standing !== ours) return false;
  }
  await zellij.run(commands.delete());
  await waitUntil(async () => (await life()) === undefined, END_MS);
  return (await state()) === 'none';
}

async function waitUntil(isDone: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const endMs = steadyMs() + timeoutMs;
  while (!(await isDone())) {
    if (steadyMs() > endMs) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return true;
}
