import { join } from 'node:path';
import { OvldError } from '../../errors.ts';
import { exec, type Execution, type Outcome } from '../../kit/exec.ts';
import { withLock } from '../../kit/lock.ts';
import { createMutex } from '../../kit/mutex.ts';
import type { Command } from '../mux.ts';
import { canHold, pressHeld, type LastLook } from './held.ts';
import { socketsIn } from './server.ts';

/** It has been read that Zellij's command line can hang (Z25). */
const ACTION_MS = 3000;
const LEASE = { leaseMs: 20_000, waitMs: 5000 };
const ATTEMPTS = 4;
const PAUSE_MS = 25;
const STARTING_MS = 1000;
/** Headless its first client has come and gone when the command is back, or nearly so. */
const HEADLESS_MS = 250;

/** Said before anything was sent to the session: trying again cannot do it twice (Z3, Z19). */
const NOT_SENT = /There is no active session|^Session '.*' not found/m;

/** One action at a time: what it printed. Throws `mux_failed` unless it surely went through. */
export type Act = (command: Command) => Promise<string>;

export interface Zellij {
  /** There is no socket of the session's. False where that cannot be told. */
  isGone(): boolean;
  /** The session has its first client: looking at it does no harm any more. */
  isUp(): void;
  /** Whatever the outcome; throws only `mux_missing`. */
  run(command: Command, timeoutMs?: number): Promise<Outcome>;
  /** Nobody else of this session's army acts meanwhile, in this process or another (Z3). */
  locked<T>(work: (act: Act) => Promise<T>): Promise<T>;
  /** Whether a key can be started and held back; tried once, with an action that does nothing. */
  canBeHeld(harmless: Command): Promise<boolean>;
  /** Inside `locked`: presses a key, if the look just before says so. Whether it was pressed. */
  press(key: Command, last: LastLook | undefined): Promise<boolean>;
}

type Env = Readonly<Record<string, string | undefined>>;

interface Place {
  session: string;
  dir: string;
  socketDir: string;
  env: Env;
}

export function zellijProgram({ session, dir, socketDir, env: outer }: Place): Zellij {
  const mutex = createMutex();
  const env = outsideZellij(outer);
  let up = false;

  /**
   * Every command but a start looks at every socket, and a server that is looked at before its own
   * first client has come ends at once, its session with it (6 of 8 attached starts on 0.45.1).
   */
  async function letStart(): Promise<void> {
    const waits = (socketsIn(socketDir) ?? []).map((socket) => {
      const needs = up && socket.session === session ? HEADLESS_MS : STARTING_MS;
      return socket.ageMs < 0 ? 0 : needs - socket.ageMs;
    });
    const longest = Math.max(0, ...waits);
    if (longest > 0) await pause(longest);
  }

  const execution = ({ program, args, env: own }: Command): Execution => ({
    program,
    args: args.filter((word) => typeof word === 'string'),
    env: { ...env, ...own },
  });

  async function run(command: Command, timeoutMs = ACTION_MS): Promise<Outcome> {
    await letStart();
    const outcome = await exec(execution(command), { timeoutMs });
    if (outcome.missing) throw new OvldError('mux_missing', { program: command.program });
    return outcome;
  }

  function isGone(): boolean {
    const sockets = socketsIn(socketDir);
    return sockets !== undefined && !sockets.some((socket) => socket.session === session);
  }

  async function act(command: Command): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      if (isGone()) throw failed(command, notFound(session));
      const outcome = await run(command);
      // Exit 0 is no proof: "not found" comes with it when several other sessions live (Z2).
      if (outcome.code === 0 && outcome.stderr === '') return outcome.stdout;
      if (attempt === ATTEMPTS || !NOT_SENT.test(outcome.stderr)) throw failed(command, outcome);
      await pause(PAUSE_MS * attempt);
    }
  }

  let holds: Promise<boolean> | undefined;

  const canBeHeld = (harmless: Command): Promise<boolean> =>
    (holds ??= canHold(dir, execution(harmless)));

  async function press(key: Command, last: LastLook | undefined): Promise<boolean> {
    if (last !== undefined) {
      const pressed = (await canBeHeld(last.harmless)) ? await pressOnce(key, last) : undefined;
      if (pressed !== undefined) return pressed;
      if (!last.sure(await last.look())) return false;
    }
    await act(key);
    return true;
  }

  /** Undefined where it could not be held this time; nothing was pressed then. */
  async function pressOnce(key: Command, last: LastLook): Promise<boolean | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await pressHeld(dir, execution(key), last);
      if (outcome === 'unheld') return undefined;
      if (outcome === 'unsure') return false;
      if (outcome.code === 0 && outcome.stderr === '') return true;
      if (attempt === ATTEMPTS || !NOT_SENT.test(outcome.stderr))
        throw failed(key, { ...outcome, timedOut: false });
    }
  }

  return {
    isGone,
    isUp: () => void (up = true),
    run,
    canBeHeld,
    press,
    locked: (work) => mutex.run(() => withLock(join(dir, 'zellij.lock'), LEASE, () => work(act))),
  };
}

/** Now and then a read comes back empty, with exit 0 (Z4): read again before it is believed. */
export async function readUntil(
  read: () => Promise<string>,
  isEmpty: (text: string) => boolean = (text) => text.trim() === '',
): Promise<string> {
  let text = await read();
  for (let attempt = 1; attempt < ATTEMPTS && isEmpty(text); attempt += 1) {
    await pause(PAUSE_MS);
    text = await read();
  }
  return text;
}

type Ended = Pick<Outcome, 'code' | 'stderr' | 'timedOut'> & Partial<Pick<Outcome, 'signal'>>;

export function failed({ program, args }: Command, outcome: Ended): OvldError<'mux_failed'> {
  const said = outcome.stderr.trim().split('\n')[0] ?? '';
  const end = outcome.timedOut ? 'timeout' : `exit ${outcome.code ?? outcome.signal ?? 'unknown'}`;
  // Not the whole: a text that was to be typed is nobody's business here.
  const words = args.filter((word) => typeof word === 'string');
  const command = words.slice(0, Math.max(words.indexOf('action') + 2, 2)).join(' ');
  return new OvldError('mux_failed', { program, command, reason: said === '' ? end : said });
}

/** Without asking: whoever waits for a session to start asks often, just when it does harm. */
const notFound = (session: string): Outcome => ({
  code: 1,
  signal: null,
  stdout: '',
  stderr: `Session '${session}' not found.`,
  missing: false,
  timedOut: false,
});

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Inside a pane Zellij marks its own session, and refuses to attach to it. */
const outsideZellij = (env: Env): Env => ({
  ...env,
  ZELLIJ: undefined,
  ZELLIJ_SESSION_NAME: undefined,
  ZELLIJ_PANE_ID: undefined,
});
