import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { geminiAgent } from '../../src/agent/gemini.ts';
import type { MuxKind } from '../../src/army/formation.ts';
import type { Screen } from '../../src/mux/mux.ts';
import { furnishAgents, type AgentHomesOptions } from './agent-homes.ts';
import { approveFormation } from './approve.ts';
import { armyWorld, type ArmyWorld } from './army-world.ts';
import type { Reply } from './model/reply.ts';
import { readsItsMail } from './model/rules.ts';
import { scriptedModel, type Rule, type ScriptedModel } from './model/server.ts';
import { argvOf, paneOf } from './mux-world.ts';
import { personTypes } from './person.ts';
import type { Event } from './post.ts';
import { waitFor } from './wait-for.ts';

export const ROLE = 'strategist';

interface GeminiWorld extends ArmyWorld {
  model: ScriptedModel;
  /** The person writes to it: the message's id. */
  writes(words: string): Promise<string>;
  screen(): Promise<string>;
  shows(text: string | RegExp): Promise<string>;
  /** Its composer is empty, and no turn runs. */
  rests(): Promise<unknown>;
  types(keys: string): Promise<void>;
  line(text: string): Promise<void>;
  journal(): Promise<Logged[]>;
  logged(what: string, predicate: (record: Logged) => boolean): Promise<Logged>;
  /** Gemini's own processes, by what they are. */
  pids(what: 'gemini' | 'relay'): number[];
}

interface Logged extends Event {
  ms: number;
}

interface Options extends Pick<AgentHomesOptions, 'trusted'> {
  rules?: readonly Rule[];
  seat?: object;
  config?: object;
}

/** A real Gemini CLI, which asks a model of ours, in an army with a mock agent. */
export async function geminiWorld(kind: MuxKind, options: Options = {}): Promise<GeminiWorld> {
  const { rules = [], trusted = true, seat = {}, config = {} } = options;
  const model = await scriptedModel(...rules, readsItsMail);
  onTestFinished(() => model.close());
  const world = armyWorld(kind, { config });
  furnishAgents(world.dir, { url: model.url, trusted });
  const formation = {
    roles: [
      { role: ROLE, agent: 'gemini', ...seat },
      { role: 'overlord', agent: 'mock' },
    ],
    tabs: [ROLE, 'overlord'].map((role) => ({ name: role, panes: [{ role }] })),
  };
  const path = join(world.project, '.ovld', 'formations', 'overlord.yaml');
  writeFileSync(path, stringify(formation));
  await approveFormation(join(world.dir, 'home'), world.project);
  const mux = world.open();
  const look = async (): Promise<Screen> => {
    const { id } = await paneOf(await mux, ROLE);
    return (await (await mux).screen(id)) ?? { lines: [], copyMode: false };
  };
  const screen = async (): Promise<string> => (await look()).lines.join('\n');
  const types = async (keys: string): Promise<void> => personTypes(world, await mux, ROLE, keys);
  async function shows(text: string | RegExp): Promise<string> {
    let seen = '';
    await waitFor(async () => {
      seen = await screen();
      return typeof text === 'string' ? seen.includes(text) : text.test(seen);
    }, String(text)).catch((error: unknown) => {
      throw new Error(`${String(error)} in the pane:\n${seen}\n${model.transcript()}`);
    });
    return seen;
  }
  async function journal(): Promise<Logged[]> {
    const { stdout } = await world.ovld(['log', '--json']);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Logged);
  }
  return {
    ...world,
    model,
    screen,
    shows,
    types,
    journal,
    rests: () =>
      waitFor(async () => {
        const seen = geminiAgent.read(await look());
        return seen.state === 'ready' && seen.text === '' && seen.busy === undefined;
      }, 'it to rest').catch(async (error: unknown) => {
        throw new Error(`${String(error)}:\n${await screen()}\n${model.transcript()}`);
      }),
    async line(text) {
      await types(text);
      await shows(text.slice(0, 20));
      // Enter in the same breath is part of the text, and a busy machine's breath is long.
      await waitFor(async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        await types('\r');
        await new Promise((resolve) => setTimeout(resolve, 850));
        const seen = geminiAgent.read(await look());
        return seen.state !== 'ready' || !geminiAgent.shows(seen.text, text);
      }, `${text} to be submitted`);
    },
    async writes(words) {
      const { code, stdout, stderr } = await world.ovld(['send', '--json', ROLE, words]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return (JSON.parse(stdout) as { id: string }).id;
    },
    async logged(what, predicate) {
      let last: Logged[] = [];
      return waitFor(async () => {
        last = await journal();
        return last.find(predicate);
      }, what).catch(async (error: unknown) => {
        const lines = last.map((record) => JSON.stringify(record)).join('\n');
        throw new Error(`${String(error)} in:\n${lines}\n${model.transcript()}\n${await screen()}`);
      });
    },
    pids: (what) =>
      world.running().filter((pid) => {
        const argv = argvOf(pid).filter((word) => word !== '');
        if (what === 'relay') return argv.at(-1) === 'relay' && isOf(ROLE, pid);
        return argv.some((word) => word.endsWith('gemini.js') || word.endsWith('/gemini'));
      }),
  };
}

const isOf = (role: string, pid: number): boolean =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`OVLD_ROLE=${role}`);

/** It has its tools, and its role, and rests. */
export async function begin(world: GeminiWorld, ...more: string[]): Promise<void> {
  await world.summon(...more).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await world.screen().catch(String)}`);
  });
  await world.rests();
}

export const acknowledged = (world: GeminiWorld, id: string): Promise<Logged> =>
  world.logged('it to be acknowledged', (one) => one.event === 'acknowledged' && one.id === id);

/** What is said to those very words, where they are the last. */
export const onceOn =
  (words: string, reply: () => Reply): Rule =>
  ({ isMain, lastUserText, toolResults }) =>
    // What was refused, or failed, stands before the next words of the same turn.
    isMain && lastUserText.endsWith(words) && toolResults.length === 0 ? reply() : undefined;

/** By which way it was told of this letter. */
export async function ringOf(world: GeminiWorld, id: string): Promise<string> {
  await fetched(world, id);
  await acknowledged(world, id);
  const stored = await world.logged('it to be stored', (one) => one.id === id);
  const after = (await world.journal()).filter(({ at }) => at >= stored.at);
  return after.find(({ event }) => event === 'rung')?.by ?? 'none';
}

export const fetched = (world: GeminiWorld, id: string): Promise<unknown> =>
  world.model.waitForFetched(ROLE, id, 90_000).catch(async (error: unknown) => {
    const lines = (await world.journal()).map((record) => JSON.stringify(record)).join('\n');
    throw new Error(`${String(error)}\n${lines}\n${await world.screen()}`);
  });
