import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { MuxKind } from '../../src/army/formation.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { openMux } from '../../src/mux/open.ts';
import { furnishAgents, type AgentHomesOptions } from './agent-homes.ts';
import type { AgentKind } from './agent-kinds.ts';
import { approveFormation } from './approve.ts';
import { armyWorld, type ArmyWorld, type Ran } from './army-world.ts';
import { readsItsMail } from './model/rules.ts';
import { scriptedModel, type Rule, type ScriptedModel } from './model/server.ts';
import { paneOf } from './mux-world.ts';
import { personTypes } from './person.ts';
import type { Event } from './post.ts';
import { waitFor } from './wait-for.ts';

export interface AgentArmyOptions extends Pick<AgentHomesOptions, 'trusted' | 'env'> {
  mux?: MuxKind;
  rules?: readonly Rule[];
  /** Further keys of storm's seat: `permission_mode`, `args`, `model`. */
  seat?: Readonly<Record<string, unknown>>;
  config?: object;
}

/** An army of a mock overlord and of a storm that a real agent plays, which asks a model of ours. */
export interface AgentArmy extends ArmyWorld {
  model: ScriptedModel;
  summon(...more: string[]): Promise<Ran>;
  /** What a role's pane shows. */
  screen(role?: string): Promise<string>;
  shows(text: string | RegExp, patienceMs?: number): Promise<string>;
  /** As a person types into storm's pane: bytes as they are, `\r` is Enter, `\x1b` Escape. */
  type(keys: string): Promise<void>;
  /** A line and Enter, apart from each other as a person's are. */
  line(text: string): Promise<void>;
  /** A person's letter to storm: its id. */
  mail(subject: string): Promise<string>;
  log(): Promise<Event[]>;
  /** What is observed of storm's agent. */
  state(): Promise<string>;
}

/** All of it ends with the test. */
export async function agentArmy(
  agent: AgentKind,
  options: AgentArmyOptions = {},
): Promise<AgentArmy> {
  const { mux: kind = 'tmux', rules = [readsItsMail], seat = {}, config = {}, ...homes } = options;
  const model = await scriptedModel(...rules);
  onTestFinished(() => model.close());
  const world = armyWorld(kind, { config });
  furnishAgents(world.dir, { url: model.url, ...homes });
  const panes = ['overlord', 'storm'].map((role) => ({ role, focus: role === 'overlord' }));
  const formation = {
    roles: [
      { role: 'overlord', agent: 'mock' },
      { role: 'storm', agent, ...seat },
    ],
    // One below the other: Qwen Code shows no more than the end of a turn's sign in 25 columns.
    tabs: [{ name: 'all', split: 'rows' as const, focus: true, panes }],
  };
  const path = join(world.project, '.ovld', 'formations', 'overlord.yaml');
  writeFileSync(path, stringify(formation));
  await approveFormation(join(world.dir, 'home'), world.project);

  let opened: Promise<Mux> | undefined;
  const { tabs } = formation;
  const watching = { kind, session: 'overlord', targeting: 'pane', env: world.env, tabs } as const;
  const mux = (): Promise<Mux> => (opened ??= openMux({ ...watching, dir: world.relayDir() }));
  async function screen(role = 'storm'): Promise<string> {
    const { id } = await paneOf(await mux(), role);
    return ((await (await mux()).screen(id))?.lines ?? []).join('\n');
  }
  const type = async (keys: string): Promise<void> =>
    personTypes(world, await mux(), 'storm', keys);
  async function shows(text: string | RegExp, patienceMs?: number): Promise<string> {
    let seen = '';
    const look = async (): Promise<boolean> => {
      seen = await screen();
      return typeof text === 'string' ? seen.includes(text) : text.test(seen);
    };
    await waitFor(look, String(text), patienceMs).catch((error: unknown) => {
      throw new Error(`${String(error)} in storm's pane:\n${seen}\n${model.transcript()}`);
    });
    return seen;
  }
  const said = async <T>(...args: string[]): Promise<T[]> => {
    const { code, stdout, stderr } = await world.ovld(args);
    if (code !== 0) throw new Error(`ovld ${args.join(' ')}: ${code}\n${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  };

  return {
    ...world,
    model,
    screen,
    shows,
    type,
    summon: (...more) =>
      world.summon(...more).catch(async (error: unknown) => {
        throw new Error(`${String(error)}\n${await screen().catch(String)}`);
      }),
    async line(text) {
      await type(text);
      await shows(text.slice(0, 20));
      await new Promise((resolve) => setTimeout(resolve, 150));
      await type('\r');
    },
    async mail(subject) {
      const [sent] = await said<{ id: string }>('send', '--json', 'storm', `about ${subject}`);
      return sent?.id ?? '';
    },
    log: () => said<Event>('log', '--json'),
    async state() {
      const { stdout } = await world.ovld(['status', '--json']);
      const { armies } = JSON.parse(stdout) as {
        armies: { roles: { role: string; observed: { agent: string } }[] }[];
      };
      return armies[0]?.roles.find(({ role }) => role === 'storm')?.observed.agent ?? '';
    },
  };
}
