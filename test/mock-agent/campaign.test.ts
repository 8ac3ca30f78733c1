import { describe, expect, it } from 'vitest';
import { openCampaign } from '../../src/mock-agent/campaign.ts';
import {
  campaignSteps as stepsIn,
  chance,
  usualCampaign,
} from '../../src/mock-agent/campaign-plan.ts';
import type { Hands } from '../../src/mock-agent/mind.ts';
import type { Asker } from '../../src/mock-agent/play.ts';
import { noScript, parseScript } from '../../src/mock-agent/script.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import { play as enPlay } from '../../src/i18n/en/play.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { bastionOf } from '../support/bastion.ts';
import { fakeWork, type FakeWork } from '../support/fake-board.ts';
import { toolCaller } from '../support/work-relay.ts';

const texts = enPlay.campaign;
const campaignSteps = stepsIn(texts);

class Killed extends Error {}

interface Played {
  work: FakeWork;
  said: string[];
  calls: number;
  /** What was sent beside the board's own notes. */
  letters: object[];
}

interface Play {
  seed?: number;
  specialists?: number;
  failPercent?: number;
  /** The call at which its agent dies: before the board hears of it, or before the agent hears back. */
  kill?: { at: number; when: 'before' | 'after' };
  /** The call that fails once for another reason. */
  refuseAt?: number;
  /** What a person says to the envoy of a play, before anything else. */
  wish?: { words: string; asker: Asker };
}

/** An army of minds on one board; a mind that gets a message looks, as after a nudge, and so does one that died. */
async function play({
  seed = 1,
  specialists = 4,
  failPercent = 0,
  kill,
  refuseAt,
  wish,
}: Play): Promise<Played> {
  const formation = bastionOf(specialists);
  const script = {
    ...usualCampaign,
    seed,
    failPercent,
    workMs: [0, kill === undefined ? 8 : 0] as const,
  };
  const mind = () => openCampaign(script, texts, wish && enPlay);
  const minds = new Map(formation.roles.map(({ role }) => [role, mind()]));
  const letters: object[] = [];
  let unsaid = wish;
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
        if (tool === 'send_message') letters.push(args);
        if (tool === 'send_message' || tool === 'update_status')
          return { isError: false, text: '', data: {} };
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
      if (role === 'envoy' && unsaid !== undefined) {
        const first = { ...unsaid, issuer: 'envoy' };
        unsaid = undefined;
        await minds.get(role)?.wish(first, tools, hands);
      }
      await minds.get(role)?.look(tools, hands);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      // Started again, it remembers nothing.
      minds.set(role, mind());
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
  return { work, said, calls, letters };
}

function expectPlayed({ work }: Played): void {
  expect(work.commands.map(({ id, status }) => [id, status])).toEqual([['cmd_001', 'done']]);
  expect(work.tasks.size).toBe(campaignSteps.length);
  expect([...work.tasks.values()].every(({ status }) => status === 'done')).toBe(true);
  expect(work.evaluations.size).toBe(campaignSteps.length);
  // Learnt once each, whatever happened in between.
  const sources = work.recorded.map(({ source_task: from }) => from);
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
    'comes to its end with seed %d, and no task begins before its blockers are done [bastion.task.12]',
    async (seed) => {
      const played = await play({ seed });
      expectPlayed(played);
      expect(played.said).toContain('envoy ⏺ cmd_001 is done.');
    },
  );

  it.each([1, 2, 7, 12])('comes to its end with %d specialists', async (specialists) => {
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

  it('repeats a call when a tool refuses once', async () => {
    for (const refuseAt of [1, 5, 17]) expectPlayed(await play({ refuseAt }));
  }, 20_000);
});

describe("a person's wish on the board of a play", () => {
  const words = 'Ship the login page';

  it('becomes a command, tasks with its words, and an answer in the pane [play.board.1]', async () => {
    const { work, said, letters } = await play({ wish: { words, asker: undefined } });
    expect(work.commands).toMatchObject([{ status: 'done', purpose: words, command: words }]);
    const objectives = [...work.tasks.values()].map(({ objective }) => objective);
    expect(objectives).toEqual(
      ['Plan', 'Build', 'Test', 'Inspect'].map(
        (step, i) => `Step ${i + 1} of 4: ${step}: ${words}`,
      ),
    );
    expect(said.find((line) => line.includes('nothing real was made'))).toMatch(
      /^envoy .*Ship the login page/,
    );
    expect(letters).toEqual([]);
  });

  it('that came as a letter is answered by one', async () => {
    const { letters } = await play({ wish: { words, asker: { role: 'human', subject: 'Login' } } });
    expect(letters).toMatchObject([{ to: 'human', subject: 're: Login' }]);
    expect(JSON.stringify(letters)).toContain(words);
  });

  it('is shown the way by a role that issues no commands', async () => {
    const said: string[] = [];
    const wish = { words, asker: undefined, issuer: 'envoy' };
    const hands = { say: (line: string) => void said.push(line) } as unknown as Hands;
    await openCampaign(usualCampaign, texts, enPlay).wish(wish, new Set(['get_task']), hands);
    expect(said).toEqual([expect.stringContaining('ovld send envoy')]);
  });
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

  it('is not in the default army, which has no such tools', () => {
    const campaign = openCampaign(usualCampaign, texts);
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
    await openCampaign(usualCampaign, texts).look(new Set(['list_board', 'issue_command']), one);
    expect(issued).toBe(issues);
  });

  it('gives up when its relay is gone, and does not touch tasks that others have split', async () => {
    const did: unknown[] = [];
    const gone = hands({}, did);
    gone.call = async (tool) => {
      did.push(tool);
      return { isError: true, text: 'No such tool available: mcp__relay__list_board.', data: {} };
    };
    await openCampaign(usualCampaign, texts).look(new Set(['list_board', 'assign_task']), gone);
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
    await openCampaign(usualCampaign, texts).look(
      new Set(['list_board', 'assign_task']),
      hands({ list_board: board }, other),
    );
    expect(other).toEqual([['list_board', {}]]);
  });

  it('rolls its dice from the subject, evenly enough', () => {
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
  ])('of %s is read', (text, campaign) => {
    expect(parseScript(text).campaign).toEqual(campaign);
    expect(noScript.campaign).toEqual(usualCampaign);
  });

  it.each(['{"campaign":7}', '{"campaign":{"seed":"x"}}', '{"campaign":{"work_ms":["a"]}}'])(
    'of %s is refused',
    (text) => {
      expect(() => parseScript(text)).toThrow();
    },
  );
});
