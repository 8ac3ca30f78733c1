import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { RELAY_SERVER } from '../../src/agent/relay-config.ts';
import { furnishAgents, type AgentHomesOptions } from './agent-homes.ts';
import type { AgentKind } from './agent-kinds.ts';
import { armyWorld, type ArmyWorld, type Terminal } from './army-world.ts';
import { readsItsMail } from './model/rules.ts';
import { scriptedModel, type Rule, type ScriptedModel } from './model/server.ts';
import { isRelayReady, OVLD } from './relay-process.ts';
import { waitFor } from './wait-for.ts';

export interface AgentWorldOptions extends Pick<AgentHomesOptions, 'trusted' | 'env'> {
  rules?: readonly Rule[];
}

/** One agent without an army, in a terminal of its own. */
export interface LoneAgent extends Terminal {
  /** A line and Enter, apart from each other as a person's are. */
  submit(text: string): Promise<void>;
}

/** A world in which the five agents of test/real-agents are real, and ask a model of ours. */
export interface AgentWorld extends ArmyWorld {
  model: ScriptedModel;
  /** An agent with a relay by its own means; it is at its composer. */
  alone(kind: AgentKind, role: string): Promise<LoneAgent>;
  /** The same, and it may be at a question. */
  begin(kind: AgentKind, role: string): LoneAgent;
}

/** All of it ends with the test. */
export async function agentWorld(options: AgentWorldOptions = {}): Promise<AgentWorld> {
  const { rules = [readsItsMail], ...homes } = options;
  const model = await scriptedModel(...rules);
  onTestFinished(() => model.close());
  const world = armyWorld('tmux');
  furnishAgents(world.dir, { url: model.url, ...homes });
  function begin(kind: AgentKind, role: string): LoneAgent {
    const terminal = world.terminal({ columns: 120, rows: 40 });
    const { env = {}, words = [] } = starts[kind](world, role);
    const variables = { ...env, OVLD_ROLE: role };
    const assigned = Object.entries(variables).map(([key, value]) => `${key}='${value}'`);
    const script = join(world.dir, `${kind}-${role}.sh`);
    const quoted = words.map((word) => `'${word}'`).join(' ');
    writeFileSync(script, `clear\n${assigned.join(' ')} exec ${kind} ${quoted}\n`);
    terminal.line(`sh '${script}'`);
    return {
      ...terminal,
      async submit(text) {
        terminal.keys('-l', text);
        await terminal.shows(text);
        // Enter in the same breath is part of a paste for some.
        await new Promise((resolve) => setTimeout(resolve, 150));
        terminal.keys('Enter');
      },
    };
  }
  return {
    ...world,
    model,
    begin,
    async alone(kind, role) {
      const agent = begin(kind, role);
      const isReady = (): boolean =>
        COMPOSERS[kind].test(agent.screen()) && isRelayReady(world.relayDir(), role);
      await waitFor(isReady, `${kind} to be at its composer, with its relay`).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}:\n${agent.screen().trimEnd()}`);
        },
      );
      return agent;
    },
  };
}

/** What stands on the screen when keys reach the composer. */
const COMPOSERS: Readonly<Record<AgentKind, RegExp>> = {
  codex: /^› Ask Codex/m,
  opencode: /Ask anything/,
  qwen: /^>\s+Type your message/m,
  copilot: /^❯/m,
  gemini: /^ >\s+Type your message/m,
};

interface Start {
  env?: Readonly<Record<string, string>>;
  words?: readonly string[];
}

function relayOf(
  world: ArmyWorld,
  role: string,
): { command: string; args: string[]; env: Record<string, string> } {
  const relayDir = world.relayDir();
  mkdirSync(relayDir, { recursive: true, mode: 0o700 });
  const env = { OVLD_ROLE: role, OVLD_RELAY_DIR: relayDir, OVLD_SESSION: 'overlord' };
  return {
    command: process.execPath,
    args: [OVLD, 'relay'],
    // Codex gives a server no more than this, and a world's processes are found by it.
    env: { ...env, OVLD_WORLD: world.dir },
  };
}

/** A configuration of MCP servers in a file of the role's. */
function serversFile(world: ArmyWorld, role: string, server: object): string {
  const path = join(world.dir, `mcp-${role}.json`);
  writeFileSync(path, JSON.stringify({ mcpServers: { [RELAY_SERVER]: server } }));
  return path;
}

const starts: Record<AgentKind, (world: ArmyWorld, role: string) => Start> = {
  codex: (world, role) => {
    const { command, args, env } = relayOf(world, role);
    const variables = Object.entries(env).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    const server = [
      `command=${JSON.stringify(command)}`,
      `args=${JSON.stringify(args)}`,
      `env={${variables.join(',')}}`,
      'default_tools_approval_mode="approve"',
    ];
    return { words: ['--no-daemon', '-c', `mcp_servers.${RELAY_SERVER}={${server.join(',')}}`] };
  },

  opencode: (world, role) => {
    const { command, args, env } = relayOf(world, role);
    const server = { type: 'local', command: [command, ...args], environment: env };
    const permission = { [`${RELAY_SERVER}_*`]: 'allow' };
    const config = { mcp: { [RELAY_SERVER]: server }, permission };
    return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) } };
  },

  qwen: (world, role) => {
    const server = { ...relayOf(world, role), trust: true, alwaysLoadTools: true };
    return { words: ['--mcp-config', serversFile(world, role, server)] };
  },

  copilot: (world, role) => {
    const server = { type: 'local', tools: ['*'], ...relayOf(world, role) };
    const config = ['--additional-mcp-config', `@${serversFile(world, role, server)}`];
    const allowed = ['--allow-tool', RELAY_SERVER, '--allow-all-mcp-server-instructions'];
    return { words: [...config, ...allowed] };
  },

  gemini: (world, role) => {
    const place = join(world.project, '.gemini');
    mkdirSync(place, { recursive: true });
    const server = { ...relayOf(world, role), trust: true };
    const settings = { mcpServers: { [RELAY_SERVER]: server } };
    writeFileSync(join(place, 'settings.json'), JSON.stringify(settings));
    return {};
  },
};
