import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { openMux } from '../../src/mux/open.ts';
import { orderMock, rawBytes, readRecord, submissions, type Recorded } from './mock-agent.ts';
import { argvOf, inhabitants, killAll } from './mux-world.ts';
import { OVLD } from './relay-process.ts';
import { waitFor } from './wait-for.ts';

export const ROLES = overlordFormation.roles.map(({ role }) => role);

/** What ships for a role, as it is given. */
export const ritualOf = (role: string): string =>
  readFileSync(new URL(`../../rituals/en/${role}.md`, import.meta.url), 'utf8').trim();

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A person's terminal: a shell in a tmux of its own, which knows nothing of the army's. */
export interface Terminal {
  /** Types a line and Enter. */
  line(text: string): void;
  /** As tmux names keys. */
  keys(...keys: string[]): void;
  screen(): string;
  shows(text: string): Promise<unknown>;
  /** Joins the army, and comes back where a busy Zellij throws its client out, until it is in. */
  attaches(arrived: () => Promise<unknown>, session?: string): Promise<void>;
  /** Whether a bell has been heard in it. */
  rang(): boolean;
  /** As a window is closed, whatever runs in it. */
  close(): void;
}

/**
 * A person with a home, a project and multiplexers of their own. All of it ends with the test, which
 * fails where an army that was dismissed has left something running.
 */
export interface ArmyWorld {
  kind: MuxKind;
  dir: string;
  /** The folder the army is summoned in. */
  project: string;
  env: Readonly<Record<string, string>>;
  /** `ovld` without a terminal, in the project or in another folder. */
  ovld(args: readonly string[], cwd?: string, more?: Record<string, string>): Promise<Ran>;
  /** `ovld summon --detach` with this world's multiplexer; throws where it fails. */
  summon(...more: string[]): Promise<Ran>;
  terminal(size?: { columns: number; rows: number }): Terminal;
  /** The multiplexer's own command. */
  mux(...args: string[]): string;
  open(session?: string): Promise<Mux>;
  relayDir(session?: string): string;
  record(role: string): Recorded[];
  /** What was typed into the role's terminal, byte for byte. */
  typed(role: string): string;
  submissions(role: string): string[];
  /** One order to the mock agent of a role, and its answer. */
  tell(role: string, order: object): Promise<Record<string, unknown>>;
  /** Everything that runs in this world, except its terminals and their shells. */
  running(): number[];
  /** A further project folder with the same formation; its agents write records of their own. */
  anotherProject(name: string): string;
  /** The same person at a further project, with the army of that session there. */
  elsewhere(name: string, session: string): ArmyWorld;
  /** Puts a program first on the world's PATH. */
  program(name: string, script: string): void;
  /** From now on every call of the world's multiplexer is noted; one with the word `slowly` takes a second longer. */
  listen(options?: { slowly?: string }): () => Call[];
}

/** A call of the multiplexer, with the relay's MCP configurations as they were then. */
export interface Call {
  /** When the program was started, in milliseconds. */
  at: number;
  argv: string[];
  configs: string[];
}

export interface WorldOptions {
  /** Further keys of `.ovld/config.yaml`. */
  config?: object;
  /** The person's own `~/.config/ovld/config.yaml`. */
  ownConfig?: object;
  /** Further arguments of every mock agent. */
  agentArgs?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const NOT_SENT = /There is no active session/;
const LIST = /^list-/;

const quick = { before: 50, enter: 150, between: 50 };

export function armyWorld(kind: MuxKind, options: WorldOptions = {}): ArmyWorld {
  // Short: a socket's path may have 107 bytes with the session's name in it (Z23).
  const dir = mkdtempSync('/tmp/oa-');
  const home = join(dir, 'home');
  for (const place of ['home', 'bin', 'z', 't']) mkdirSync(join(dir, place));
  if (options.ownConfig !== undefined) {
    mkdirSync(join(home, '.config', 'ovld'), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, '.config', 'ovld', 'config.yaml'), stringify(options.ownConfig));
  }
  /** What the mock agents of a project write down, and where they take orders. */
  const placesOf = (name: string): [records: string, controls: string] =>
    name === 'project'
      ? [join(dir, 'rec'), join(dir, 'ctl')]
      : [join(dir, `rec-${name}`), join(dir, `ctl-${name}`)];
  const env: Record<string, string> = {
    PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    OVLD_WORLD: dir,
    ZELLIJ_SOCKET_DIR: join(dir, 'z'),
    TMUX_TMPDIR: join(dir, 't'),
    ...options.env,
  };

  const anotherProject = (name: string): string => {
    const project = join(dir, name);
    mkdirSync(join(project, '.ovld', 'formations'), { recursive: true });
    const { roles, tabs } = overlordFormation;
    const [records, controls] = placesOf(name);
    for (const place of [records, controls]) mkdirSync(place, { recursive: true });
    const recorded = ['--record', records, '--control', controls, ...(options.agentArgs ?? [])];
    const seats = roles.map(({ role }) => ({ role, agent: 'mock', args: recorded }));
    const own = join(project, '.ovld');
    writeFileSync(join(own, 'formations', 'overlord.yaml'), stringify({ roles: seats, tabs }));
    const config = { mux: kind, pauses: quick, ready_timeout: 60, ...options.config };
    writeFileSync(join(own, 'config.yaml'), stringify(config));
    return project;
  };
  const project = anotherProject('project');

  const ovld = (args: readonly string[], cwd = project, more = {}): Promise<Ran> =>
    new Promise((resolve) => {
      const settings = {
        cwd,
        env: { ...env, ...more },
        timeout: 100_000,
        encoding: 'utf8',
      } as const;
      const child = execFile(
        process.execPath,
        [OVLD, ...args],
        settings,
        (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
          resolve({ code, stdout, stderr });
        },
      );
      child.stdin?.end();
    });

  const summonIn = async (folder: string, more: readonly string[]): Promise<Ran> => {
    const ran = await ovld(['summon', '--detach', ...more], folder);
    if (ran.code !== 0) throw new Error(`summon: ${ran.code}\n${ran.stdout}\n${ran.stderr}`);
    return ran;
  };
  const program = (name: string, script: string): void =>
    writeFileSync(join(dir, 'bin', name), script, { mode: 0o755 });

  function listen({ slowly }: { slowly?: string } = {}): () => Call[] {
    const [real] = (process.env['PATH'] ?? '').split(':').flatMap((place) => {
      const path = join(place, kind);
      return existsSync(path) ? [path] : [];
    });
    const log = join(dir, 'calls');
    const relay = join(dir, 'home', '.config', 'ovld', 'relay');
    program(
      kind,
      [
        '#!/usr/bin/env bash',
        'at=$EPOCHREALTIME',
        `call=$(ls '${join(relay, 'mcp')}' 2>/dev/null | tr '\\n' ' '; printf '\\037%s' "$@")`,
        `printf '%s\\037%s\\036' "$at" "$call" >> '${log}'`,
        ...(slowly === undefined ? [] : [`[[ " $* " == *' ${slowly} '* ]] && sleep 1`]),
        `exec '${real}' "$@"`,
        '',
      ].join('\n'),
    );
    writeFileSync(log, '');
    return () =>
      readFileSync(log, 'utf8')
        .split('\u001e')
        .slice(0, -1)
        .map((call) => {
          const [at, seen = '', ...argv] = call.split('\u001f');
          const configs = seen.split(' ').filter((name) => name !== '');
          return { at: Number(at) * 1000, argv, configs };
        });
  }

  const host = (...args: string[]): string =>
    execFileSync('tmux', ['-S', join(dir, 'host'), '-f', '/dev/null', ...args], {
      env: { PATH: env['PATH'], HOME: '/nonexistent', TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const shells = new Set<number>();
  let terminals = 0;

  onTestFinished(async () => {
    const left = await leftByArmies(dir);
    try {
      host('kill-server');
    } catch {
      // There was no terminal.
    }
    await killAll(() => inhabitants(dir));
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`a dismissed army has left:\n${left.join('\n')}`);
  });

  const agentsOf = (name: string): Pick<ArmyWorld, 'record' | 'typed' | 'submissions' | 'tell'> => {
    const [records, controls] = placesOf(name);
    const record = (role: string): Recorded[] => readRecord(join(records, `${role}.jsonl`));
    return {
      record,
      typed: (role) => rawBytes(record(role)).toString('utf8'),
      submissions: (role) => submissions(record(role)),
      tell: (role, order) => orderMock(join(controls, `${role}.sock`), order),
    };
  };

  const world: ArmyWorld = {
    kind,
    dir,
    project,
    env,
    ovld,
    anotherProject,
    program,
    listen,
    summon: (...more) => summonIn(project, more),
    terminal({ columns, rows } = { columns: 200, rows: 60 }) {
      const name = `seat${(terminals += 1)}`;
      const words = Object.entries({ ...env, PS1: '$ ' }).map(([key, value]) => `${key}=${value}`);
      const cells = ['-x', String(columns), '-y', String(rows)];
      const shell = ['env', '-i', ...words, 'bash', '--norc', '--noprofile', '-i'];
      // Its server stays when the last terminal is closed: the next one may come at that moment.
      const stays = [';', 'set-option', '-g', 'exit-empty', 'off'];
      host('new-session', '-d', '-s', name, ...cells, '-c', project, ...shell, ...stays);
      host('set-option', '-g', 'status', 'off');
      shells.add(Number(host('display-message', '-p', '-t', name, '#{pane_pid}')));
      host(
        'send-keys',
        '-t',
        name,
        '-l',
        `ovld() { '${process.execPath}' '${OVLD}' "$@"; }; clear`,
      );
      host('send-keys', '-t', name, 'Enter');
      const screen = (): string => host('capture-pane', '-p', '-t', name);
      const line = (text: string): void => {
        host('send-keys', '-t', name, '-l', text);
        host('send-keys', '-t', name, 'Enter');
      };
      let thrownOut = false;
      let joining = 'ovld attach';
      /**
       * Zellij throws out a client that does not read fast enough, and asks it to come back. Now and then its
       * client misses a session that is busy: the person tries again then.
       */
      const comesBack = (seen: string): false => {
        const now =
          seen.includes('lost connection to the zellij server') ||
          seen.includes('No session with the name');
        if (now && !thrownOut) line(`clear; ${joining}`);
        thrownOut = now;
        return false;
      };
      const withScreen = (error: unknown): never => {
        throw new Error(`${String(error)} on the terminal:\n${screen().trimEnd()}`);
      };
      return {
        line,
        keys: (...keys) => void host('send-keys', '-t', name, ...keys),
        screen,
        rang: () => host('display-message', '-p', '-t', name, '#{window_bell_flag}').trim() === '1',
        close: () => void host('kill-session', '-t', name),
        shows: (text) =>
          waitFor(() => {
            const seen = screen();
            return seen.includes(text) || comesBack(seen);
          }, JSON.stringify(text)).catch(withScreen),
        async attaches(arrived, session) {
          if (session !== undefined) joining = `ovld attach --session ${session}`;
          line(joining);
          const looking = setInterval(() => comesBack(screen()), 300);
          await arrived()
            .catch(withScreen)
            .finally(() => clearInterval(looking));
        },
      };
    },
    mux(...args) {
      for (let attempt = 1; ; attempt += 1) {
        const { status, stdout, stderr } = spawnSync(kind, args, { env, encoding: 'utf8' });
        // Now and then a list comes back empty, with exit 0 (Z4).
        const unread = stdout.trim() === '' && args.some((word) => LIST.test(word));
        if (status === 0 && !NOT_SENT.test(stderr) && (!unread || attempt === 5)) return stdout;
        // A person's action that met others' on its way, and was not carried out (Z3).
        const again = unread || NOT_SENT.test(stderr);
        if (attempt === 5 || !again) throw new Error(`${kind}: ${stderr}`);
      }
    },
    open(session = 'overlord') {
      const place = join(dir, 'watch');
      mkdirSync(place, { recursive: true });
      const { tabs } = overlordFormation;
      return openMux({ kind, session, targeting: 'pane', tabs, dir: place, env });
    },
    relayDir: (session = 'overlord') =>
      session === 'overlord'
        ? join(dir, 'home', '.config', 'ovld', 'relay')
        : join(dir, 'home', '.config', 'ovld', 'sessions', session, 'relay'),
    ...agentsOf('project'),
    running: () => inhabitants(dir).filter((pid) => !shells.has(pid)),
    elsewhere(name, session) {
      const folder = anotherProject(name);
      return {
        ...world,
        ...agentsOf(name),
        project: folder,
        ovld: (args, cwd = folder) => ovld(args, cwd),
        summon: (...more) => summonIn(folder, more),
        open: (other = session) => world.open(other),
        relayDir: (other = session) => world.relayDir(other),
      };
    },
  };
  return world;
}

/**
 * What runs of ovld's, or was started by it, though no army is registered any more. A tmux server goes
 * by the command that made its first session, and may have others.
 */
async function leftByArmies(dir: string): Promise<string[]> {
  const registry = join(dir, 'home', '.config', 'ovld', 'armies');
  const dismissed =
    existsSync(registry) && !readdirSync(registry).some((name) => name.endsWith('.json'));
  if (!dismissed) return [];
  const left = (): string[] =>
    inhabitants(dir)
      .map(argvOf)
      .filter(([program = '']) => !muxKinds.some((mux) => program.startsWith(mux)))
      .filter((argv) => argv.includes(OVLD) || argv.includes('--mcp-config'))
      .map((argv) => argv.join(' '));
  await waitFor(() => left().length === 0, 'the dismissed to end', 5_000).catch(() => undefined);
  return left();
}
