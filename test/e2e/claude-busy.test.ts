import { beforeEach, describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import {
  announcements,
  flagOf,
  log,
  logged,
  sendsWords,
  tell,
  type Logged,
} from '../support/claude-post.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { bash, call, gate, relayCall, say, type Gate } from '../support/model/reply.ts';
import { isWoken, readsItsMail } from '../support/model/rules.ts';
import type { ModelRequest } from '../support/model/request.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const STEPS = 18;
/** At these steps of the loop the model is held back until mail has come. */
const MAIL_AT = [4, 9, 14];

/** Results of Bash in the turn that a person's last word began. */
function stepsOf({ turns, allToolResults }: ModelRequest): number | undefined {
  const asked = turns.some(({ blocks }) =>
    blocks.some((block) => block.type === 'text' && block.text.includes('toil on')),
  );
  return asked ? allToolResults.filter(({ tool }) => tool === 'Bash').length : undefined;
}

/** A long loop of trivial tools; what it hears of on the way it looks at beside its work. */
function toils(gates: ReadonlyMap<number, Gate>): Rule {
  return (request) => {
    if (!request.isMain || request.role !== 'strategist') return undefined;
    const steps = stepsOf(request);
    if (steps === undefined || steps >= STEPS) return undefined;
    const before = gates.get(steps);
    const look = isWoken(request) ? [relayCall('check_inbox')] : [];
    return call([bash('true'), ...look], before === undefined ? {} : { before });
  };
}

const PIECES = 104;

/** Its second half takes longer than the first pause of the ladder: a relay that would type has the time. */
const speaks =
  (midway: Gate): Rule =>
  ({ isMain, role, lastUserText, toolResults }) =>
    isMain && role === 'strategist' && toolResults.length === 0 && lastUserText.includes('speak')
      ? say('word '.repeat(PIECES), { everyMs: 100, pieces: PIECES, midway })
      : undefined;

const nextAfter = ({ model }: ClaudeWorld, request: ModelRequest): Promise<ModelRequest> =>
  model.waitFor(({ role, n }) => role === 'strategist' && n > request.n, 'the next request');

const rungFor = async (world: ClaudeWorld): Promise<Logged[]> =>
  (await log(world)).filter(({ event, to }) => event === 'rung' && to === 'strategist');

/** How a model is told, in Claude's own words around the nudge. */
const ways = [
  {
    socket: true,
    mid: 'socket',
    end: 'socket',
    midWords: 'Another Claude session sent a message while you were working',
    endWords: 'Another Claude session sent a message',
  },
  {
    socket: false,
    mid: 'hook:tool',
    end: 'hook:stop',
    midWords: 'PostToolUse:Bash hook additional context',
    endWords: 'Stop hook additional context',
  },
] as const;

const cases = [
  ...muxKinds.flatMap((kind) => ways.map((way) => ({ kind, store: 'files', ...way }))),
  { kind: 'tmux' as const, store: 'queue', ...ways[1] },
];

describe.each(cases)('a busy claude on $kind, store $store, told by $mid and $end', (way) => {
  const { kind, socket, store } = way;
  beforeEach((context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'claude', missingClaude());
  });

  // [C1 C5 C6 R7]
  it('learns of mail with the next request in a loop, and right after a long answer, once, without a key', async () => {
    const half = gate();
    const gates = new Map(MAIL_AT.map((step) => [step, gate()]));
    const world = await claudeWorld({
      mux: kind,
      socket,
      config: { store },
      roles: ['overlord', 'strategist'],
      rules: [sendsWords, toils(gates), speaks(half), readsItsMail],
    });
    const { model } = world;
    await world.summon('--no-rituals');

    await world.line('strategist', 'toil on, please');
    const ids: string[] = [];
    for (const [step, held] of gates) {
      await waitFor(() => held.waiting === 1, `step ${step}`);
      const asked = model.requests('strategist').at(-1);
      if (asked === undefined) throw new Error('nothing was asked');
      const id = await tell(world, `step${step}`);
      ids.push(id);
      // Where the relay rings, it has; where hooks speak, the flag is up when the sender has its reply.
      if (socket) await waitFor(async () => (await rungFor(world)).length === ids.length, 'a ring');
      expect(model.requests('strategist').at(-1)?.n).toBe(asked.n);
      held.open();
      const next = await nextAfter(world, asked);
      expect(next.nudges, `after step ${step}`).toHaveLength(1);
      expect(next.toolResults.map(({ tool }) => tool)).toEqual(['Bash']);
      expect(next.heard).toContain(way.midWords);
      // And the mail itself one request later, in the same turn.
      const read = await nextAfter(world, next);
      expect(read.messageIds).toContain(id);
      expect(stepsOf(read)).toBe(step + 2);
    }
    await model.waitFor((request) => stepsOf(request) === STEPS, 'the end of the loop');
    const turns = model
      .requests('strategist')
      .at(-1)
      ?.turns.filter(({ role, blocks }) => {
        return role === 'user' && blocks.every(({ type }) => type === 'text');
      });
    expect(turns, 'one prompt, one turn').toHaveLength(1);

    await world.shows('strategist', 'Done.');
    await waitFor(() => model.entries('strategist').at(-1)?.answeredAt, 'the turn to end');
    await world.line('strategist', 'speak at length');
    const long = await model.waitFor(
      ({ role, lastUserText }) => role === 'strategist' && lastUserText.includes('speak at'),
      'the long answer to begin',
    );
    const entry = model.entries('strategist').find(({ request }) => request.n === long.n);
    ids.push(await tell(world, 'late'));
    if (socket) await waitFor(async () => (await rungFor(world)).length === ids.length, 'a ring');
    expect(entry?.answeredAt, 'mail comes in the middle of the answer').toBeUndefined();
    half.open();
    const after = await nextAfter(world, long);
    expect(after.nudges).toHaveLength(1);
    expect(after.heard).toContain(way.endWords);
    expect(after.at).toBeGreaterThanOrEqual(entry?.answeredAt ?? Infinity);
    const waited = Math.round(after.at - (entry?.answeredAt ?? 0));

    for (const id of ids) {
      expect(await model.waitForFetched('strategist', id)).toMatchObject({ times: 1, unmarked: 1 });
      await logged(
        world,
        `${id} to be acknowledged`,
        (one) => one.id === id && one.event === 'acknowledged',
      );
    }
    const rung = await rungFor(world);
    expect(rung.map(({ by }) => by)).toEqual([...MAIL_AT.map(() => way.mid), way.end]);
    expect(announcements(model.requests('strategist'))).toEqual(
      new Map(rung.map((ring) => [flagOf(ring), 1])),
    );
    const failed = (await log(world)).filter(({ event }) => event === 'ring_failed');
    expect(failed).toEqual([]);
    expect(model.others()).toEqual([]);
    process.stderr.write(
      `${kind}, ${store}: in a loop of ${STEPS} tools told with the next request, ${MAIL_AT.length} of ${MAIL_AT.length}, by ${way.mid}; ` +
        `after a long answer ${waited} ms after its end, by ${way.end}\n`,
    );
  });
});
