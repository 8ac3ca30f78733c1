import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { agentKinds } from '../support/agent-kinds.ts';
import { furnishAgents } from '../support/agent-homes.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { furnish } from '../support/claude-home.ts';
import { followsOrders, order, readsItsMail } from '../support/model/rules.ts';
import { scriptedModel, type ScriptedModel } from '../support/model/server.ts';
import type { Event } from '../support/post.ts';
import { missingAgent, missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const KINDS = ['claude', ...agentKinds];
const PLAYERS = ROLES.map((role, i) => [role, KINDS[i] ?? ''] as const);
const PATIENCE_MS = 120_000;

/** Six kinds of agents, each the real one, that ask one model of ours. */
async function mixedWorld(): Promise<{ world: ArmyWorld; model: ScriptedModel }> {
  const model = await scriptedModel(followsOrders, readsItsMail);
  onTestFinished(() => model.close());
  const config = { ready_timeout: 180, ritual: { delivery: 'system-prompt' } };
  const world = armyWorld('tmux', { config });
  furnish(world.dir, { url: model.url, socket: true, env: {} });
  furnishAgents(world.dir, { url: model.url });
  const formation = {
    roles: ROLES.map((role) => ({ role })),
    tabs: ROLES.map((role) => ({ name: role, panes: [{ role }] })),
  };
  const path = join(world.project, '.ovld', 'formations', 'overlord.yaml');
  writeFileSync(path, stringify(formation));
  return { world, model };
}

async function tell(world: ArmyWorld, role: string, body: string): Promise<string> {
  const { code, stdout, stderr } = await world.ovld(['send', '--json', role, body]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (JSON.parse(stdout) as { id: string }).id;
}

async function journal(world: ArmyWorld): Promise<Event[]> {
  const { stdout } = await world.ovld(['log', '--json']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Event);
}

it('an army of six kinds by one flag passes a letter from each to the next, none lost and none twice', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  requireOrSkip(context, 'claude', missingClaude());
  for (const kind of agentKinds) requireOrSkip(context, kind, missingAgent(kind));
  const { world, model } = await mixedWorld();
  const flag = PLAYERS.map(([role, kind]) => `${role}=${kind}`).join(',');
  const { stdout } = await world.summon('--agent', flag);
  expect(stdout).toContain('6 of 6');

  // Round and round: each is told to write to the next.
  const told = new Map<string, string>();
  for (const [i, role] of ROLES.entries()) {
    const to = ROLES[(i + 1) % ROLES.length] ?? '';
    const input = { to, subject: `from ${role}`, body: 'onwards' };
    told.set(role, await tell(world, role, order({ tool: 'send_message', input })));
  }
  for (const role of ROLES) {
    const seen = await model.waitForFetched(role, told.get(role) ?? '', PATIENCE_MS);
    expect(seen, role).toMatchObject({ times: 1, unmarked: 1 });
  }
  await waitFor(
    () => ROLES.every((role) => model.fetched(role).size === 2),
    'every letter to be read',
    PATIENCE_MS,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${model.transcript()}`);
  });
  for (const role of ROLES) {
    for (const seen of model.fetched(role).values()) {
      expect(seen, role).toMatchObject({ times: 1, unmarked: 1 });
    }
  }
  const rung = new Set(
    (await journal(world))
      .filter(({ event }) => event === 'rung')
      .map(({ to, by }) => `${to} ${by}`),
  );
  // Four doors of their own beside Claude's; the port of Copilot is closed to all, so it is typed to.
  expect([...rung].map((one) => one.split(' ')[1])).toEqual(expect.arrayContaining(['typed']));
  const { stdout: status } = await world.ovld(['status', '--json']);
  expect(status).not.toContain('"unreachable": true');
  expect(model.others()).toEqual([]);
  expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  await waitFor(() => world.running().length === 0, 'all of it to end', 30_000);
}, 400_000);
