import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { relayConfig, RELAY_SERVER } from '../../src/agent/relay-config.ts';
import type { MuxKind } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { openMux } from '../../src/mux/open.ts';
import { armyWorld, ROLES, type ArmyWorld, type Ran, type Terminal } from './army-world.ts';
import { approveFormation } from './approve.ts';
import { furnish } from './claude-home.ts';
import { readsItsMail } from './model/rules.ts';
import { scriptedModel, type Rule, type ScriptedModel } from './model/server.ts';
import { argvOf, paneOf } from './mux-world.ts';
import { personTypes } from './person.ts';
import { isRelayReady, OVLD } from './relay-process.ts';
import { waitFor } from './wait-for.ts';

export interface ClaudeWorldOptions {
  mux?: MuxKind;
  /** What the model does; it reads its mail where nothing is said. */
  rules?: readonly Rule[];
  /** The roles of the army, all six where nothing is said; rituals exist for these names only. */
  roles?: readonly string[];
  /** Further keys of every role in the formation: `permission_mode`, `args`, `model`. */
  seat?: Readonly<Record<string, unknown>>;
  /** Further keys of single roles. */
  seats?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Further keys of `.ovld/config.yaml`. */
  config?: object;
  ownConfig?: object;
  /** False: the relays do not learn of Claude's inbox socket; or the roles whose relays do. */
  socket?: boolean | readonly string[];
  /** False: Claude asks whether the project's folder is trusted. */
  trusted?: boolean;
  /** For every claude. */
  env?: Readonly<Record<string, string>>;
}

/** One claude without an army, in a terminal of its own. */
export interface Alone extends Terminal {
  pid: number;
  relayDir: string;
}

export interface AloneOptions {
  role?: string;
  /** Servers beside the relay; null: no relay either. */
  servers?: Readonly<Record<string, unknown>> | null;
  settings?: Readonly<Record<string, unknown>>;
  args?: readonly string[];
}

/** An army's world in which `claude` is the real one, and asks a model of ours. */
export interface ClaudeWorld extends Pick<
  ArmyWorld,
  | 'kind'
  | 'dir'
  | 'project'
  | 'env'
  | 'ovld'
  | 'terminal'
  | 'mux'
  | 'open'
  | 'relayDir'
  | 'running'
  | 'program'
  | 'listen'
> {
  model: ScriptedModel;
  /** `ovld summon --agent claude --detach` with this world's multiplexer; throws where it fails. */
  summon(...more: string[]): Promise<Ran>;
  alone(options?: AloneOptions): Promise<Alone>;
  /** What the role's pane shows. */
  screen(role: string): Promise<string>;
  shows(role: string, text: string | RegExp, patienceMs?: number): Promise<string>;
  /** As a person types into the role's pane: bytes as they are, `\r` is Enter, `\x1b` Escape. */
  type(role: string, keys: string): Promise<void>;
  /** A line and Enter, apart from each other as a person's are. */
  line(role: string, text: string): Promise<void>;
  /** Claude's inbox socket; undefined where it has none. */
  inbox(pid: number): string | undefined;
  /** One message into an inbox socket, by hand. */
  post(pid: number, text: string): Promise<void>;
  /** The claudes that run: role by pid. */
  claudes(): Map<number, string>;
}

/** All of it ends with the test: claudes, relays, multiplexers by pid, then the model. */
export async function claudeWorld(options: ClaudeWorldOptions = {}): Promise<ClaudeWorld> {
  const { mux: kind = 'tmux', rules = [readsItsMail], roles = ROLES, env = {} } = options;
  const model = await scriptedModel(...rules);
  onTestFinished(() => model.close());
  const world = armyWorld(kind, {
    config: options.config ?? {},
    ...(options.ownConfig && { ownConfig: options.ownConfig }),
  });
  const { dir, project } = world;
  furnish(dir, {
    url: model.url,
    socket: options.socket ?? true,
    trusted: options.trusted ?? true,
    env,
  });
  const formation = join(project, '.ovld', 'formations', 'overlord.yaml');
  writeFileSync(formation, stringify(armyOf(roles, options)));
  await approveFormation(join(dir, 'home'), project);

  const alones: Alone[] = [];
  onTestFinished(async () => {
    for (const alone of alones) alone.close();
    const gone = (): boolean => !alones.some(({ pid }) => argvOf(pid).join('') !== '');
    await waitFor(gone, 'the claudes in terminals of their own to end');
  });

  const inbox = (pid: number): string | undefined => {
    const path = join(dir, 'c', 'cc-socks', `${pid}.sock`);
    return existsSync(path) ? path : undefined;
  };
  let opened: Promise<Mux> | undefined;
  // One at a time with the relays: beside them, Zellij now and then gives one client another's answer.
  const watching = { kind, session: 'overlord', targeting: 'pane', env: world.env } as const;
  const { tabs } = overlordFormation;
  const mux = (): Promise<Mux> =>
    (opened ??= openMux({ ...watching, tabs, dir: world.relayDir() }));
  async function screen(role: string): Promise<string> {
    const { id } = await paneOf(await mux(), role);
    return ((await (await mux()).screen(id))?.lines ?? []).join('\n');
  }
  const type = async (role: string, keys: string): Promise<void> =>
    personTypes(world, await mux(), role, keys);
  async function shows(role: string, text: string | RegExp, patienceMs?: number): Promise<string> {
    let seen = '';
    const look = async (): Promise<boolean> => {
      seen = await screen(role);
      return typeof text === 'string' ? seen.includes(text) : text.test(seen);
    };
    await waitFor(look, String(text), patienceMs).catch((error: unknown) => {
      throw new Error(`${String(error)} in the pane of ${role}:\n${seen}`);
    });
    return seen;
  }

  return {
    ...world,
    open: mux,
    model,
    summon: (...more) =>
      world.summon('--agent', 'claude', ...more).catch(async (error: unknown) => {
        const looks = roles.map(async (role) => `${role}:\n${await screen(role).catch(String)}`);
        throw new Error(`${String(error)}\n${(await Promise.all(looks)).join('\n')}`);
      }),
    async alone(wanted = {}) {
      const alone = await startAlone(world, wanted, alones.length + 1);
      alones.push(alone);
      return alone;
    },
    screen,
    shows,
    type,
    async line(role, text) {
      await type(role, text);
      // Enter in the same breath is part of the text for Claude.
      await shows(role, text.slice(0, 20));
      await type(role, '\r');
    },
    inbox,
    post: (pid, text) =>
      new Promise((resolve, reject) => {
        const frame = { type: 'user', message: { role: 'user', content: text } };
        const socket = connect(inbox(pid) ?? '', () => socket.end(`${JSON.stringify(frame)}\n`));
        socket
          .resume()
          .on('close', () => resolve())
          .on('error', reject);
      }),
    claudes: () => claudesIn(world),
  };
}

function armyOf(wanted: readonly string[], { seat, seats }: ClaudeWorldOptions): object {
  const roles = overlordFormation.roles
    .filter(({ role }) => wanted.includes(role))
    .map(({ role }) => ({ role, ...seat, ...seats?.[role] }));
  const tabs = overlordFormation.tabs
    .map((tab) => ({ ...tab, panes: tab.panes.filter(({ role }) => wanted.includes(role)) }))
    .filter(({ panes }) => panes.length > 0)
    .map(({ panes, ...tab }) => ({ ...tab, panes: panes.map(({ role }) => ({ role })) }));
  return { roles, tabs };
}

function claudesIn(world: Pick<ArmyWorld, 'running'>): Map<number, string> {
  const found = new Map<number, string>();
  for (const pid of world.running()) {
    const argv = argvOf(pid);
    const name = argv.indexOf('--name');
    if (name >= 0 && argv[0]?.endsWith('/claude') === true) found.set(pid, argv[name + 1] ?? '');
  }
  // For an instant a child of it bears its name, until it becomes the program it will be.
  const children = [...found.keys()].filter((pid) => found.has(parentOf(pid)));
  for (const pid of children) found.delete(pid);
  return found;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

async function startAlone(
  world: ArmyWorld,
  { role = 'overlord', servers = {}, settings = {}, args = [] }: AloneOptions,
  nth: number,
): Promise<Alone> {
  const place = join(world.dir, `alone${nth}`);
  const relayDir = join(place, 'relay');
  mkdirSync(relayDir, { recursive: true });
  const [mcp, rules] = [join(place, 'mcp.json'), join(place, 'settings.json')];
  const ovld: [string, ...string[]] = [process.execPath, OVLD];
  const relay = relayConfig({ ovld, role, relayDir, session: 'overlord' });
  const own = (relay as { mcpServers: object }).mcpServers;
  const mcpServers = servers === null ? {} : { ...own, ...servers };
  writeFileSync(mcp, JSON.stringify({ mcpServers }));
  const allowed = { permissions: { allow: [`mcp__${RELAY_SERVER}__*`] } };
  writeFileSync(rules, JSON.stringify({ ...allowed, ...settings }));
  const terminal = world.terminal({ columns: 120, rows: 40 });
  const words = ['--mcp-config', mcp, '--settings', rules, '--name', role, ...args];
  const before = new Set(claudesIn(world).keys());
  terminal.line(`clear; claude ${words.map((word) => `'${word}'`).join(' ')}`);
  const pid = await waitFor(
    () => [...claudesIn(world)].find(([found, name]) => name === role && !before.has(found))?.[0],
    'claude to start',
  );
  // The composer: before it is drawn, what is typed is lost.
  await terminal.shows('❯\u00a0');
  // A prompt before the relay has answered tools/list runs without its tools (C4).
  if (servers !== null) await waitFor(() => isRelayReady(relayDir, role), 'the relay to be ready');
  return { ...terminal, pid, relayDir };
}
