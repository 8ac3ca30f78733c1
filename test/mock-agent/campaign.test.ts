import { describe, expect, it } from 'vitest';
import { openCampaign } from '../../src/mock-agent/campaign.ts';
import { campaignSteps, chance, usualCampaign } from '../../src/mock-agent/campaign-plan.ts';
import type { Hands } from '../../src/mock-agent/mind.ts';
import { noScript, parseScript } from '../../src/mock-agent/script.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { bastionOf } from '../support/bastion.ts';
import { fakeWork, type FakeWork } from '../support/fake-board.ts';
import { toolCaller } from '../support/work-relay.ts';

class Killed extends Error {}

interface Played {
  work: FakeWork;
  said: string[];
  calls: number;
}

interface Play {
  seed?: number;
  specialists?: number;
  failPercent?: number;
  /** The call at which its agent dies: before the board hears of it, or before the agent hears back. */
  kill?: { at: number; when: 'before' | 'after' };
  /** The call that fails once for another reason. */
  refuseAt?: number;
}

/** An army of minds on one board; whoever is told looks, as a nudge would make it, and so does one that died. */
async function play({
  seed = 1,
  specialists = 4,
  failPercent = 0,
  kill,
  refuseAt,
}: Play): Promise<Played> {
  const formation = bastionOf(specialists);
  const script = {
    ...usualCampaign,
    seed,
    failPercent,
    workMs: [0, kill === undefined ? 8 : 0] as const,
  };
  const minds = new Map(formation.roles.map(({ role }) => [role, openCampaign(script)]));
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const said: string[] = [];
  let calls = 0;

  function wake(role: string): void {
    waiting.add(role);
    if (running.has(role)) return;
    const turns = (async () => {
      while (waiting.delete(role)) await life(role);
      running.delete(role);
    })();
    running.set(role, turns);
  }

  async function life(role: string): Promise<void> {
    const { tools, call } = given.get(role)!;
    const hands: Hands = {
      async call(tool, args) {
        calls += 1;
        const dies = kill?.at === calls ? kill.when : undefined;
        if (dies === 'before') throw new Killed();
        if (refuseAt === calls) return { isError: true, text: 'busy', data: {} };
        const reply = await call(tool, args as Record<string, unknown>);
        if (dies === 'after') throw new Killed();
        return reply;
      },
      say: (line) => void said.push(`${role} ${line}`),
      work: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 10))),
      guarded: async () => undefined,

      loseRelay: async () => undefined,
      cancelled: false,
    };
    try {
      await minds.get(role)?.look(tools, hands);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      // Started again, it remembers nothing.
      minds.set(role, openCampaign(script));
      waiting.add(role);
    }
  }

  const work = fakeWork(formation, ({ to }) => wake(to));
  const given = new Map(
    formation.roles.map(({ role }) => [
      role,
      {
        tools: new Set(toolsFor(formation, role).map(({ name }) => name)),
        call: toolCaller(formation, role, work),
      },
    ]),
  );
  for (const { role } of formation.roles) wake(role);
  while (running.size > 0) await Promise.all(running.values());
  return { work, said, calls };
}

function expectPlayed({ work }: Played): void {
  expect(work.commands.map(({ id, status }) => [id, status])).toEqual([['cmd_001', 'done']]);
  expect(work.tasks.size).toBe(campaignSteps.length);
  expect([...work.tasks.values()].every(({ status }) => status === 'done')).toBe(true);
  expect(work.evaluations.size).toBe(campaignSteps.length);
  // Learnt once each, whatever happened in between.
  const sources = work.knowledge.map(({ source_task: from }) => from);
  expect(new Set(sources)).toEqual(new Set(work.tasks.keys()));
  expect(sources).toHaveLength(campaignSteps.length);
  const waits = [...work.tasks.values()].flatMap((task) => task.blocked_by);
  expect(waits).toHaveLength(campaignSteps.flatMap(({ after }) => after).length);
  for (const { task_id: id, blocked_by: blockers } of work.tasks.values()) {
    const begun = work.moves.indexOf(`${id} in_progress`);
    for (const blocker of blockers) {
      const done = work.moves.indexOf(`${blocker} done`);
      expect(done).toBeGreaterThan(-1);
      expect(done).toBeLessThan(begun);
    }
  }
}

describe('a campaign of mock agents', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    'is played to its end with seed %d, and nothing begins before its blockers are done [bastion.task.12]',
    async (seed) => {
      const played = await play({ seed });
      expectPlayed(played);
      expect(played.said).toContain('envoy ⏺ cmd_001 is done.');
    },
  );

  it.each([1, 2, 7, 12])('is played by %d specialists too', async (specialists) => {
    const played = await play({ specialists });
    expectPlayed(played);
    const owners = new Set([...played.work.tasks.values()].map((task) => task.assigned_to));
    expect(owners.size).toBe(Math.min(specialists, campaignSteps.length));
  });

  it.each([3, 4, 5])(
    'comes to its end though work fails, if the script says so: seed %d',
    async (seed) => {
      const played = await play({ seed, failPercent: 70 });
      expectPlayed(played);
      expect(played.work.moves.filter((move) => move.endsWith(' done'))).toHaveLength(6);
      expect(played.said.some((line) => line.endsWith('failed'))).toBe(true);
    },
  );

  it('is the same campaign after a death at any call, before it or after it', async () => {
    const { calls } = await play({});
    expect(calls).toBeGreaterThan(40);
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= calls; at += 1) expectPlayed(await play({ kill: { at, when } }));
    }
  }, 60_000);

  it('tries again where a tool refuses for once', async () => {
    for (const refuseAt of [1, 5, 17]) expectPlayed(await play({ refuseAt }));
  }, 20_000);
});

describe('the mind of a campaign', () => {
  const hands = (replies: Record<string, Record<string, unknown>>, did: unknown[] = []): Hands => ({
    async call(tool, args) {
      did.push([tool, args]);
      return { isError: false, text: '', data: replies[tool] ?? {} };
    },
    say: () => undefined,
    work: async () => undefined,
    guarded: async () => undefined,

    loseRelay: async () => undefined,
    cancelled: false,
  });

  it('is not in the usual army: it has no such tools', () => {
    const campaign = openCampaign(usualCampaign);
    for (const { role } of overlordFormation.roles) {
      const tools = new Set(toolsFor(overlordFormation, role).map(({ name }) => name));
      expect(campaign.concerns(tools)).toBe(false);
    }
    expect(campaign.concerns(new Set(['list_board', 'get_task']))).toBe(true);
    expect(campaign.concerns(new Set(['list_board']))).toBe(false);
  });

  it.each([
    ['a command is open', [{ id: 'cmd_001', status: 'pending', project: 'x' }], false],
    [
      'its campaign was played',
      [{ id: 'cmd_001', status: 'done', project: 'mock-campaign' }],
      false,
    ],
    ['another command is done', [{ id: 'cmd_001', status: 'done', project: 'x' }], true],
    ['there was none', [], true],
  ])('issues a command or not where %s', async (_what, commands, issues) => {
    const did: [string, object][] = [];
    const board = { list_board: { commands } };
    const one = hands(board, did);
    const call = one.call.bind(one);
    let issued = false;
    one.call = (tool, args) => {
      if (tool === 'issue_command') {
        issued = true;
        board.list_board.commands = [
          { id: 'cmd_002', status: 'pending', project: 'mock-campaign' },
        ];
      }
      return call(tool, args);
    };
    await openCampaign(usualCampaign).look(new Set(['list_board', 'issue_command']), one);
    expect(issued).toBe(issues);
  });

  it('gives up where its relay is gone, and leaves alone what others have split', async () => {
    const did: unknown[] = [];
    const gone = hands({}, did);
    gone.call = async (tool) => {
      did.push(tool);
      return { isError: true, text: 'No such tool available: mcp__relay__list_board.', data: {} };
    };
    await openCampaign(usualCampaign).look(new Set(['list_board', 'assign_task']), gone);
    expect(did).toEqual(['list_board']);

    const other: unknown[] = [];
    const task = {
      task_id: 'subtask_001',
      parent_cmd: 'cmd_001',
      objective: 'Theirs',
      status: 'assigned',
    };
    const board = {
      commands: [{ id: 'cmd_001', status: 'in_progress', project: 'x' }],
      tasks: [task],
      specialists: [{ role: 'specialist_1' }],
    };
    await openCampaign(usualCampaign).look(
      new Set(['list_board', 'assign_task']),
      hands({ list_board: board }, other),
    );
    expect(other).toEqual([['list_board', {}]]);
  });

  it('rolls its dice by what they are about, evenly enough', () => {
    expect(chance(1, 'subtask_001', 'work')).toBe(chance(1, 'subtask_001', 'work'));
    const thrown = Array.from({ length: 1_000 }, (_, i) => chance(i, 'subtask_001', 'work'));
    const low = thrown.filter((one) => one < 0.5).length;
    expect(low).toBeGreaterThan(400);
    expect(low).toBeLessThan(600);
    expect(thrown.every((one) => one >= 0 && one < 1)).toBe(true);
  });
});

describe('the script of a campaign', () => {
  it.each([
    ['{}', usualCampaign],
    ['{"campaign":false}', undefined],
    [
      '{"campaign":{"seed":7,"work_ms":[1,2],"fail_percent":100,"start_ms":0}}',
      { seed: 7, workMs: [1, 2], failPercent: 90, startMs: 0 },
    ],
    ['{"campaign":{"work_ms":[5]}}', { ...usualCampaign, workMs: [5, 5] }],
  ])('%s', (text, campaign) => {
    expect(parseScript(text).campaign).toEqual(campaign);
    expect(noScript.campaign).toEqual(usualCampaign);
  });

  it.each(['{"campaign":7}', '{"campaign":{"seed":"x"}}', '{"campaign":{"work_ms":["a"]}}'])(
    'refuses %s',
    (text) => {
      expect(() => parseScript(text)).toThrow();
    },
  );
});
