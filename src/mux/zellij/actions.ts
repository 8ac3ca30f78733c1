import { join } from 'node:path';
import { OvldError, type Reason } from '../../errors.ts';
import { exec, type Execution, type Outcome } from '../../kit/exec.ts';
import { withLock } from '../../kit/lock.ts';
import { createMutex } from '../../kit/mutex.ts';
import type { Command } from '../mux.ts';
import { canHold, pressHeld, type LastLook } from './held.ts';
import { zellijCommands } from './commands.ts';
import { runsWith } from './listing.ts';
import { socketsIn, socketsRenamed } from './server.ts';

/** Zellij's command line may hang (Z25). */
const ACTION_MS = 3000;
const LEASE = { leaseMs: 20_000, waitMs: 5000 };
const ATTEMPTS = 4;
const PAUSE_MS = 25;
const STARTING_MS = 1000;
/** The first client of a headless session is gone shortly after the command has returned. */
const HEADLESS_MS = 250;

/** Printed before anything was sent to the session: a second try cannot do it twice (Z3, Z19). */
const NOT_SENT = /There is no active session|^Session '.*' not found/m;

/** Runs one action; returns what it printed. Throws `mux_failed` unless it surely went through. */
export type Act = (command: Command) => Promise<string>;

export type Zellij = ReturnType<typeof zellijProgram>;

type Env = Readonly<Record<string, string | undefined>>;

interface Place {
  session: string;
  dir: string;
  socketDir: string;
  env: Env;
}

export function zellijProgram({ session, dir, socketDir, env: outer }: Place) {
  const mutex = createMutex();
  const env = withoutZellijVariables(outer);
  let up = false;
  /** A person may rename the session. */
  let nameNow = session;

  /**
   * Every command but a start connects to every socket, and a server that gets such a connection before
   * its own first client ends at once, with its session (6 of 8 attached starts on 0.45.1).
   */
  async function waitForStarts(): Promise<void> {
    const waits = (socketsIn(socketDir) ?? []).map((socket) => {
      const needs = up && socket.session === nameNow ? HEADLESS_MS : STARTING_MS;
      return socket.ageMs < 0 ? 0 : needs - socket.ageMs;
    });
    const longestMs = Math.max(0, ...waits);
    if (longestMs > 0) await pause(longestMs);
  }

  const execution = ({ program, args, env: own }: Command): Execution => {
    const words = args.filter((word) => typeof word === 'string');
    const [first, name, ...rest] = words;
    const isOurs = first === '--session' && name === session && nameNow !== session;
    return {
      program,
      args: isOurs ? [first, nameNow, ...rest] : words,
      env: { ...env, ...own },
    };
  };

  /** Throws only `mux_missing`. */
  async function run(command: Command, timeoutMs = ACTION_MS): Promise<Outcome> {
    await waitForStarts();
    const outcome = await exec(execution(command), { timeoutMs });
    if (outcome.missing) throw new OvldError('mux_missing', { program: command.program });
    return outcome;
  }

  /** There is no socket of the session's. False where that cannot be told. */
  function isGone(): boolean {
    const sockets = socketsIn(socketDir);
    return sockets !== undefined && !sockets.some((socket) => socket.session === nameNow);
  }

  /** Finds the session under another name. It is ours if a program in it was started with our relay directory. */
  async function follow(): Promise<boolean> {
    if (!isGone()) return true;
    for (const name of socketsRenamed(socketDir, session)) {
      const { stdout } = await run(zellijCommands(name).listPanes());
      if (!runsWith(stdout, dir)) continue;
      nameNow = name;
      return true;
    }
    return false;
  }

  async function act(command: Command): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      if (!(await follow())) throw muxFailed(command, sessionNotFound(session));
      const outcome = await run(command);
      // Exit 0 is no proof: "not found" comes with it when several other sessions live (Z2).
      if (outcome.code === 0 && outcome.stderr === '') return outcome.stdout;
      if (attempt === ATTEMPTS || !NOT_SENT.test(outcome.stderr)) throw muxFailed(command, outcome);
      await pause(PAUSE_MS * attempt);
    }
  }

  let holds: Promise<boolean> | undefined;
  /** Whether a key can be started and held back; tried once, with an action that does nothing. */
  const canBeHeld = (harmless: Command): Promise<boolean> =>
    (holds ??= canHold(dir, execution(harmless)));

  /** Inside `locked`: presses a key, if the look just before says so. Whether it was pressed. */
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
        throw muxFailed(key, { ...outcome, timedOut: false });
    }
  }

  return {
    isGone,
    follow,
    nameNow: (): string => nameNow,
    /** The session has its first client: commands do it no harm any more. */
    markUp: (): void => void (up = true),
    run,
    canBeHeld,
    press,
    /** No other process or call acts on this session meanwhile (Z3). */
    locked: <T>(work: (act: Act) => Promise<T>): Promise<T> =>
      mutex.run(() => withLock(join(dir, 'zellij.lock'), LEASE, () => work(act))),
  };
}

/** A read may come back empty, with exit 0 (Z4): it is read again before it is believed. */
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

export function muxFailed({ program, args }: Command, outcome: Ended): OvldError<'mux_failed'> {
  const said = outcome.stderr.trim().split('\n')[0] ?? '';
  const end: Reason = outcome.timedOut
    ? { code: 'timed_out' }
    : { code: 'exited', end: String(outcome.code ?? outcome.signal ?? 'unknown') };
  // Without its last words: they may be a text that was to be typed.
  const words = args.filter((word) => typeof word === 'string');
  const command = words.slice(0, Math.max(words.indexOf('action') + 2, 2)).join(' ');
  return new OvldError('mux_failed', { program, command, reason: said === '' ? end : said });
}

/** Made without a command: a command while a session starts does harm, and its start is waited for. */
const sessionNotFound = (session: string): Outcome => ({
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
const withoutZellijVariables = (env: Env): Env => ({
  ...env,
  ZELLIJ: undefined,
  ZELLIJ_SESSION_NAME: undefined,
  ZELLIJ_PANE_ID: undefined,
});
