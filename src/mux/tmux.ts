import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '../army/role.ts';
import { OvldError, type Reason } from '../errors.ts';
import { exec, type Outcome } from '../kit/exec.ts';
import {
  CannotType,
  type Argument,
  type Command,
  type Inside,
  type Mux,
  type Pane,
  type Screen,
  type Sight,
} from './mux.ts';
import type { MuxAddress } from './open.ts';
import * as commands from './tmux/commands.ts';
import {
  findSession,
  encodeMark,
  parsePanes,
  parseSessions,
  type Session,
} from './tmux/listing.ts';
import { parseScreen } from './tmux/screen.ts';
import { findLastUsed, listClients, selectPane, switchClientTo } from './tmux/show.ts';
import { reseatSteps } from './tmux/reseat.ts';
import { HEADLESS, startSteps } from './tmux/start-steps.ts';
import { MOVED, pasteText, pressKey, REFUSED, type Target } from './tmux/typing.ts';
import { escapesBuffers, isNewEnough, NEEDED } from './tmux/version.ts';

const ANSWER_MS = 10_000;
/** A server or a session that is ending takes milliseconds. */
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
  const ownMark = encodeMark(address.dir);
  let raw: boolean | undefined;
  /** As it was seen last: a person may rename the session. */
  let nameNow = session;

  async function run(command: Command, made?: ReadonlyMap<Role, string>): Promise<Outcome> {
    const args = command.args.map((argument) => {
      if (typeof argument === 'string') return argument;
      const id = made?.get(argument.paneOf) ?? '';
      return argument.within?.(id) ?? id;
    });
    const { program, stdin } = command;
    const whole = { program, args, stdin, env: { ...env, ...command.env } };
    const outcome = await exec(whole, { timeoutMs: ANSWER_MS });
    if (outcome.missing) throw new OvldError('mux_missing', { program });
    return outcome;
  }

  /** What a command printed; undefined where what it asks for is gone. */
  async function ask(name: string, command: Command): Promise<string | undefined> {
    const outcome = await run(command);
    if (outcome.code === 0) return outcome.stdout;
    if (isGone(outcome)) return undefined;
    throw muxFailed(name, outcome);
  }

  const listSessions = async (): Promise<Session[]> =>
    parseSessions((await ask('list-sessions', commands.listSessions(server))) ?? '');

  async function findOurs(): Promise<Session | undefined> {
    const found = findSession(await listSessions(), session);
    nameNow = found?.name ?? session;
    return found;
  }

  /** Of the running server, which may be older than the program. */
  async function isServerRaw(): Promise<boolean> {
    const { stdout } = await run(commands.serverVersion(server));
    return escapesBuffers(stdout.trim());
  }

  async function type(pane: string, build: (target: Target) => Command): Promise<string> {
    if (!PANE_ID.test(pane)) throw new CannotType('pane_dead');
    raw ??= await isServerRaw();
    const outcome = await run(build({ pane, raw }));
    if (outcome.code !== 0) throw muxFailed('paste-buffer', outcome);
    if (outcome.stdout.includes(REFUSED)) throw new CannotType('pane_dead');
    return outcome.stdout;
  }

  async function screen(pane: string, dead?: 'dead'): Promise<Screen | undefined> {
    if (!PANE_ID.test(pane)) return undefined;
    const shown = await ask('capture-pane', commands.readScreen(server, pane, dead !== undefined));
    return shown === undefined ? undefined : parseScreen(shown, pane);
  }

  /** Inside tmux a client is moved; but only its own server can do that. */
  function attach(inside: Inside): Command {
    const here = readSocket(env['TMUX']);
    const same = address.at === undefined || address.at === here;
    const how =
      inside === 'tmux' && here !== undefined && same ? 'switch-client' : 'attach-session';
    return commands.showSession(how, server, nameNow);
  }

  async function sight(): Promise<Sight> {
    const outcome = await run(commands.listAll(server, session));
    if (outcome.code !== 0 && !isGone(outcome)) throw muxFailed('list-panes', outcome);
    const lines = outcome.stdout.split('\n');
    const listed = (isPane: boolean): string =>
      lines.filter((line) => line.startsWith('%') === isPane).join('\n');
    const found = findSession(parseSessions(listed(false)), session);
    nameNow = found?.name ?? session;
    if (found === undefined) return { state: 'none', life: undefined, panes: [] };
    const isMarked = found.mark === ownMark;
    if (nameNow === session) {
      return { state: 'live', life: found.life, panes: parsePanes(listed(true)), isMarked };
    }
    const renamed = await ask('list-panes', commands.listPanes(server, found.id));
    return {
      state: 'live',
      life: found.life,
      panes: parsePanes(renamed ?? ''),
      isMarked,
      renamed: nameNow,
    };
  }

  const panes = async (): Promise<Pane[]> => [...(await sight()).panes];

  async function show(pane: string): Promise<void> {
    const listed = await panes();
    // A pane that was moved to another session is not the army's any more.
    if (!listed.some(({ id }) => id === pane)) throw new CannotType('no_pane');
    const selected = await ask('select-pane', selectPane(server, pane));
    if (selected === undefined) throw new CannotType('no_pane');
    const [here, own] = [readSocket(env['TMUX']), env['TMUX_PANE']];
    const same = address.at === undefined || address.at === here;
    if (here === undefined || !same || own === undefined || !PANE_ID.test(own)) return;
    if (listed.some(({ id }) => id === own)) return;
    const client = findLastUsed((await run(listClients(server, own))).stdout);
    if (client !== undefined) await run(switchClientTo(server, client, nameNow));
  }

  async function runFirst(command: Command): Promise<Outcome> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const outcome = await run(command);
      if (!SERVER_LEFT.test(outcome.stderr) || performance.now() > until) return outcome;
      await pause(50);
    }
  }

  async function end(): Promise<boolean> {
    const until = performance.now() + PATIENCE_MS;
    const ours = await findOurs();
    if (ours === undefined) return true;
    // By its id: once it has gone, a session of its name is another's.
    while ((await listSessions()).some(({ id }) => id === ours.id)) {
      if (performance.now() > until) return false;
      await ask('kill-session', commands.killSession(server, ours.id));
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
    state: async () => ((await findOurs()) === undefined ? 'none' : 'live'),
    life: async () => (await findOurs())?.life,
    sight,
    address: async () => (await findOurs())?.socket,
    plan: (layout, { attached, size }) => ({
      files: [],
      steps: startSteps(server, layout, size, ownMark),
      ...(attached && {
        terminal: attach(readSocket(env['TMUX']) === undefined ? undefined : 'tmux'),
      }),
    }),
    async start({ steps }) {
      const made = new Map<Role, string>();
      for (const [index, step] of steps.entries()) {
        const outcome = index === 0 ? await runFirst(step) : await run(step, made);
        if (!noteMade(made, step, outcome)) {
          // A half-started session is ended. Without our first pane it is not our session.
          if (index > 0) await end();
          else if (TAKEN.test(outcome.stderr)) throw new OvldError('session_taken', { session });
          throw muxFailed(step.args.find(isCommandName) ?? '', outcome);
        }
      }
    },
    attach,
    reseatCommands: (order) => reseatSteps(server, nameNow, order),
    async reseat(order) {
      const made = new Map<Role, string>();
      for (const step of reseatSteps(server, nameNow, order)) {
        const outcome = await run(step, made);
        if (!noteMade(made, step, outcome)) {
          throw muxFailed(step.args.find(isCommandName) ?? '', outcome);
        }
      }
      return order.pane ?? made.get(order.role) ?? '';
    },
    show,
    endCommands: () => [commands.killSession(server, commands.sessionTarget(session))],
    end,
    panes,
    screen,
    async paste(pane, text) {
      // An escape could close the bracket, and the rest would be keys.
      const harmless = text.replaceAll(/[\u001b\u009b]/g, '');
      if (harmless !== '') await type(pane, (target) => pasteText(server, target, harmless));
    },
    async press(pane, key, sure, due) {
      await due;
      const seen = sure && (await screen(pane));
      if (sure && (seen === undefined || !sure(seen))) return false;
      const said = await type(pane, (target) => pressKey(server, target, key, seen?.cursor));
      return !said.includes(MOVED);
    },
    warm: async () => (raw ??= await isServerRaw()),
    // Reading and typing work in copy mode (screen.ts, typing.ts): the person stays in it.
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

const readSocket = (variable: string | undefined): string | undefined =>
  variable === undefined || variable === '' ? undefined : variable.split(',')[0];

const isCommandName = (argument: Argument): argument is string =>
  typeof argument === 'string' && /^[a-z]+-[a-z]+$/.test(argument);

const isGone = ({ stderr }: Outcome): boolean =>
  NO_SERVER.test(stderr) || SERVER_LEFT.test(stderr) || NOT_THERE.test(stderr);

function muxFailed(command: string, { stderr, signal, timedOut }: Outcome): OvldError {
  const reason: Reason = timedOut
    ? { code: 'answer_late', ms: ANSWER_MS }
    : stderr.trim() || String(signal);
  return new OvldError('mux_failed', { program: 'tmux', command, reason });
}
