import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { exec, type Outcome } from '../kit/exec.ts';
import {
  CannotType,
  type Argument,
  type Command,
  type Inside,
  type Mux,
  type Pane,
  type Screen,
} from './mux.ts';
import type { MuxAddress } from './open.ts';
import * as commands from './tmux/commands.ts';
import { parsePanes, parseSessions, type Session } from './tmux/listing.ts';
import { parseScreen } from './tmux/screen.ts';
import { clientsAround, lastUsed, select, switchTo } from './tmux/show.ts';
import { reseatSteps } from './tmux/reseat.ts';
import { HEADLESS, startSteps } from './tmux/start-steps.ts';
import { MOVED, pasteText, pressEnter, REFUSED, type Target } from './tmux/typing.ts';
import { escapesBuffers, isNewEnough, NEEDED } from './tmux/version.ts';

const ANSWER_MS = 10_000;
/** A server that is going away, or a session that is: both are a matter of milliseconds. */
const PATIENCE_MS = 5_000;
const PANE_ID = /^%\d+$/;

const NO_SERVER = /^(no server running on|error connecting to .*\(No such file|no sessions$)/m;
/** The server went away while it was asked: its last session had just ended (T5). */
const SERVER_LEFT = /^(server exited unexpectedly|lost server|\[?server exited)/m;
const TAKEN = /^duplicate session/m;
const NOT_THERE = /^can't find (session|window|pane)/m;

/**
 * An army in a tmux session of its own, on whichever server the person uses. Touches that session
 * alone: no global option, no other session, never the server (T7). tmux keeps nothing of a session
 * that ended, so there is no 'exited'.
 */
export function openTmux(address: MuxAddress): Mux {
  const { session, env } = address;
  const server = commands.serverAt(address.at);
  let raw: boolean | undefined;

  async function run(command: Command, made?: ReadonlyMap<Role, string>): Promise<Outcome> {
    const args = command.args.map((argument) =>
      typeof argument === 'string' ? argument : (made?.get(argument.paneOf) ?? ''),
    );
    const { program, stdin } = command;
    const whole = { program, args, stdin, env: { ...env, ...command.env } };
    const outcome = await exec(whole, { timeoutMs: ANSWER_MS });
    if (outcome.missing) throw new OvldError('mux_missing', { program });
    return outcome;
  }

  async function sessions(): Promise<Session[]> {
    const outcome = await run(commands.listSessions(server));
    if (outcome.code === 0) return parseSessions(outcome.stdout);
    if (isGone(outcome)) return [];
    throw failed('list-sessions', outcome);
  }
  const ours = async (): Promise<Session | undefined> =>
    (await sessions()).find(({ name }) => name === session);

  /** Of the running server, which may be older than the program. */
  async function serverIsRaw(): Promise<boolean> {
    const { stdout } = await run(commands.serverVersion(server));
    return escapesBuffers(stdout.trim());
  }

  async function type(pane: string, build: (target: Target) => Command): Promise<string> {
    if (!PANE_ID.test(pane)) throw new CannotType('pane_dead');
    raw ??= await serverIsRaw();
    const outcome = await run(build({ pane, raw }));
    if (outcome.code !== 0) throw failed('paste-buffer', outcome);
    if (outcome.stdout.includes(REFUSED)) throw new CannotType('pane_dead');
    return outcome.stdout;
  }

  async function screen(pane: string): Promise<Screen | undefined> {
    if (!PANE_ID.test(pane)) return undefined;
    const outcome = await run(commands.readScreen(server, pane));
    if (outcome.code === 0) return parseScreen(outcome.stdout, pane);
    if (isGone(outcome)) return undefined;
    throw failed('capture-pane', outcome);
  }

  /** Inside tmux a client is moved; but only its own server can do that. */
  function attach(inside: Inside): Command {
    const here = socketOf(env['TMUX']);
    const same = address.at === undefined || address.at === here;
    return inside === 'tmux' && here !== undefined && same
      ? commands.switchClient(server, session)
      : commands.attachSession(server, session);
  }

  const panes = async (): Promise<Pane[]> => {
    const outcome = await run(commands.listPanes(server, session));
    if (outcome.code === 0) return parsePanes(outcome.stdout);
    if (isGone(outcome)) return [];
    throw failed('list-panes', outcome);
  };

  async function show(pane: string): Promise<void> {
    const listed = await panes();
    // Moved to another session it is not the army's any more.
    if (!listed.some(({ id }) => id === pane)) throw new CannotType('no_pane');
    const outcome = await run(select(server, pane));
    if (isGone(outcome)) throw new CannotType('no_pane');
    if (outcome.code !== 0) throw failed('select-pane', outcome);
    const [here, own] = [socketOf(env['TMUX']), env['TMUX_PANE']];
    const same = address.at === undefined || address.at === here;
    if (here === undefined || !same || own === undefined || !PANE_ID.test(own)) return;
    if (listed.some(({ id }) => id === own)) return;
    const client = lastUsed((await run(clientsAround(server, own))).stdout);
    if (client !== undefined) await run(switchTo(server, client, session));
  }

  async function first(command: Command): Promise<Outcome> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const outcome = await run(command);
      if (!SERVER_LEFT.test(outcome.stderr) || performance.now() > until) return outcome;
      await pause(50);
    }
  }

  async function end(): Promise<boolean> {
    const until = performance.now() + PATIENCE_MS;
    while ((await ours()) !== undefined) {
      if (performance.now() > until) return false;
      const outcome = await run(commands.killSession(server, session));
      if (outcome.code !== 0 && !isGone(outcome)) throw failed('kill-session', outcome);
    }
    return true;
  }

  return {
    kind: 'tmux',
    session,
    headless: HEADLESS,
    concurrent: true,
    async capabilities() {
      const { stdout } = await run({ program: 'tmux', args: ['-V'] });
      const version = stdout.trim().replace(/^tmux /, '');
      if (isNewEnough(version)) return { version, byPane: true };
      throw new OvldError('mux_too_old', { program: 'tmux', version, needs: NEEDED });
    },
    state: async () => ((await ours()) === undefined ? 'none' : 'live'),
    life: async () => (await ours())?.life,
    async sight() {
      const outcome = await run(commands.listAll(server, session));
      if (outcome.code !== 0 && !isGone(outcome)) throw failed('list-panes', outcome);
      const lines = outcome.stdout.split('\n');
      const listed = (isPane: boolean): string =>
        lines.filter((line) => line.startsWith('%') === isPane).join('\n');
      const found = parseSessions(listed(false)).find(({ name }) => name === session);
      if (found === undefined) return { state: 'none', life: undefined, panes: [] };
      return { state: 'live', life: found.life, panes: parsePanes(listed(true)) };
    },
    address: async () => (await ours())?.socket,
    plan: (layout, { attached, size }) => ({
      files: [],
      steps: startSteps(server, layout, size),
      ...(attached && {
        terminal: attach(socketOf(env['TMUX']) === undefined ? undefined : 'tmux'),
      }),
    }),
    async start({ steps }) {
      const made = new Map<Role, string>();
      for (const [index, step] of steps.entries()) {
        const outcome = index === 0 ? await first(step) : await run(step, made);
        if (!noteMade(made, step, outcome)) {
          // Half an army is none. But where not even the first pane is ours, nothing is.
          if (index > 0) await end();
          else if (TAKEN.test(outcome.stderr)) throw new OvldError('session_taken', { session });
          throw failed(step.args.find(isCommandName) ?? '', outcome);
        }
      }
    },
    attach,
    reseatCommands: (order) => reseatSteps(server, session, order),
    async reseat(order) {
      const made = new Map<Role, string>();
      for (const step of reseatSteps(server, session, order)) {
        const outcome = await run(step, made);
        if (!noteMade(made, step, outcome)) {
          throw failed(step.args.find(isCommandName) ?? '', outcome);
        }
      }
      return order.pane ?? made.get(order.role) ?? '';
    },
    show,
    endCommands: () => [commands.killSession(server, session)],
    end,
    panes,
    screen,
    async paste(pane, text) {
      // An escape could close the bracket, and the rest would be keys.
      const harmless = text.replaceAll(/[\u001b\u009b]/g, '');
      if (harmless !== '') await type(pane, (target) => pasteText(server, target, harmless));
    },
    async press(pane, _key, sure, due) {
      await due;
      const seen = sure && (await screen(pane));
      if (sure && (seen === undefined || !sure(seen))) return false;
      const said = await type(pane, (target) => pressEnter(server, target, seen?.cursor));
      return !said.includes(MOVED);
    },
    warm: async () => (raw ??= await serverIsRaw()),
    // Reading and typing go past copy mode (screen.ts, typing.ts): the person is left in it.
    thaw: () => Promise.resolve(),
  };
}

/** False where the step failed, or did not say which pane it has made. */
function noteMade(made: Map<Role, string>, { makes }: Command, outcome: Outcome): boolean {
  if (outcome.code !== 0) return false;
  if (makes === undefined) return true;
  const id = outcome.stdout.trim();
  if (PANE_ID.test(id)) made.set(makes, id);
  return made.has(makes);
}

const socketOf = (variable: string | undefined): string | undefined =>
  variable === undefined || variable === '' ? undefined : variable.split(',')[0];

const isCommandName = (argument: Argument): argument is string =>
  typeof argument === 'string' && /^[a-z]+-[a-z]+$/.test(argument);

const isGone = ({ stderr }: Outcome): boolean =>
  NO_SERVER.test(stderr) || SERVER_LEFT.test(stderr) || NOT_THERE.test(stderr);

function failed(command: string, { stderr, signal, timedOut }: Outcome): OvldError {
  const reason = timedOut ? `no answer in ${ANSWER_MS} ms` : stderr.trim() || String(signal);
  return new OvldError('mux_failed', { program: 'tmux', command, reason });
}
