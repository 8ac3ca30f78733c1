import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { ritualOf, ROLES } from '../support/army-world.ts';
import { announcements, flagOf, log, type Logged } from '../support/claude-post.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { lettersIn } from '../support/model/inbox-result.ts';
import { call, relayCall, type ToolCall } from '../support/model/reply.ts';
import { followsOrders, order } from '../support/model/rules.ts';
import type { ModelRequest } from '../support/model/request.ts';
import type { Rule } from '../support/model/server.ts';
import { seats } from '../support/person.ts';
import { percentile } from '../support/post.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const GENERALS = ['inferno', 'glacier', 'shadow', 'storm'];
const WAVES = 10;
const AT_ONCE = 4;
/** To the strategist, to four generals, four reports, and one of them handed on. */
const MESSAGES = 10 * WAVES;

/** A busy agent is told by whatever is quicker; keys are for what was not taken up in 5 s. */
const RUNGS = ['socket', 'hook:tool', 'hook:stop', 'typed'];

const letter = (to: string, subject: string, body: string) => ({
  tool: 'send_message',
  input: { to, subject, body },
});

function wave(nth: number): ToolCall {
  const home = letter('overlord', `wave ${nth}`, `home ${nth}`);
  const report = (general: string): string => (general === 'storm' ? order(home) : 'done');
  const orders = GENERALS.map((general) =>
    letter(general, `wave ${nth}`, order(letter('strategist', `wave ${nth}`, report(general)))),
  );
  return relayCall('send_message', letter('strategist', `wave ${nth}`, order(...orders)).input);
}

/** A person's word sends the first waves; each that comes home sends another. */
const commands: Rule = (request) => {
  const { isMain, role, lastUserText, toolResults } = request;
  if (!isMain || role !== 'overlord') return undefined;
  if (toolResults.length === 0 && lastUserText.includes('march on the tower')) {
    return call(Array.from({ length: AT_ONCE }, (_, i) => wave(i + 1)));
  }
  const next = toolResults
    .flatMap(lettersIn)
    .flatMap(({ body }) => (body.startsWith('home ') ? [Number(body.slice(5)) + AT_ONCE] : []))
    .filter((nth) => nth <= WAVES);
  if (next.length === 0) return undefined;
  const read = followsOrders(request);
  const further = read !== undefined && 'calls' in read ? read.calls : [];
  return call([...next.map(wave), ...further]);
};

const said = ({ turns }: ModelRequest): string =>
  turns
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');

/** Claude keeps the line ends of a paste, but not always as they were. */
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

function expectRitual({ model }: ClaudeWorld, role: string): void {
  const ritual = bare(ritualOf(role));
  const requests = model.requests(role);
  const carried = requests.find((request) => bare(said(request)).includes(ritual));
  expect(carried?.n, `${role} is first asked with its ritual`).toBe(requests[0]?.n);
  expect(carried?.tools, role).toEqual(
    expect.arrayContaining(['mcp__ovld-relay__check_inbox', 'mcp__ovld-relay__send_message']),
  );
  const last = requests.at(-1);
  expect(last && bare(said(last)).split(ritual), `${role}, its ritual`).toHaveLength(2);
}

/** What the journal says of one message, in its order. */
function ladders(records: readonly Logged[]): Map<string, { to: string; steps: string[] }> {
  const found = new Map<string, { to: string; steps: string[] }>();
  /** By role: the rings since it last looked, and when that was. */
  const rung = new Map<string, { by: string[]; looked: string }>();
  // A reader may be quicker to write than the process that has just stored it.
  for (const { event, to, id } of records) {
    if (event === 'stored') found.set(id, { to, steps: ['stored'] });
  }
  for (const { event, to, id, by, at } of records) {
    const since = rung.get(to) ?? { by: [], looked: '' };
    // One look hands over several, in one breath.
    if (event === 'rung') {
      rung.set(to, { by: since.looked === '' ? [...since.by, by] : [by], looked: '' });
    }
    if (event === 'fetched') {
      if (since.looked !== '' && since.looked !== at) since.by = [];
      found.get(id)?.steps.push(`rung:${[...new Set(since.by)].join('+')}`);
      rung.set(to, { by: since.by, looked: at });
    }
    if (event !== 'stored') found.get(id)?.steps.push(event);
  }
  return found;
}

describe.each(muxKinds)('six real claudes on %s', (kind) => {
  // [C4 C5 R12]
  it('carry a hundred messages down the chain and back, each to its model, once', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'claude', missingClaude());
    const world = await claudeWorld({ mux: kind, rules: [commands, followsOrders] });
    const { model } = world;
    const started = performance.now();
    await world.summon();
    await waitFor(
      () => ROLES.every((role) => model.requests(role).length > 0),
      'six rituals at their models',
      60_000,
    );
    for (const role of ROLES) expectRitual(world, role);
    const summoned = performance.now();

    await world.line('overlord', 'march on the tower');
    const fetched = (): number => ROLES.reduce((sum, role) => sum + model.fetched(role).size, 0);
    await waitFor(() => fetched() >= MESSAGES, 'a hundred messages', 180_000).catch((error) => {
      throw new Error(`${String(error)}: ${fetched()}\n${model.transcript()}`);
    });
    const carried = performance.now();
    const acknowledged = async (): Promise<Logged[] | false> => {
      const records = await log(world);
      const done = records.filter(({ event }) => event === 'acknowledged');
      return done.length >= MESSAGES && records;
    };
    const records = await waitFor(acknowledged, 'all to be acknowledged', 40_000);

    const messages = ladders(records);
    expect(messages.size).toBe(MESSAGES);
    for (const [id, { to, steps }] of messages) {
      expect(model.fetched(to).get(id), id).toMatchObject({ times: 1, unmarked: 1 });
      const others = ROLES.filter((role) => role !== to && model.fetched(role).has(id));
      expect(others, id).toEqual([]);
      const [rung = ''] = steps.splice(1, 1);
      expect(steps, id).toEqual(['stored', 'fetched', 'acknowledged']);
      expect(rung, id).toMatch(/^rung:./);
      for (const by of rung.slice(5).split('+')) expect(RUNGS, id).toContain(by);
    }
    expect(fetched()).toBe(MESSAGES);
    const events = new Set(records.map(({ event }) => event));
    for (const bad of ['held', 'put_back', 'quarantined', 'unreachable', 'ring_failed']) {
      expect(events, `in the journal: ${bad}`).not.toContain(bad);
    }

    for (const role of ROLES) {
      expectRitual(world, role);
      // One announcement of every flag; a second only of one that was not taken up.
      const rings = records.filter(({ event, to }) => event === 'rung' && to === role);
      const told = announcements(model.requests(role));
      expect(new Set(told.keys()), role).toEqual(new Set(rings.map(flagOf)));
      for (const [flag, times] of told) {
        const [first, ...more] = rings.filter((ring) => flagOf(ring) === flag);
        expect(times, `${role} is told of ${flag}`).toBe(1 + more.length);
        const taken = records.findIndex(
          ({ event, nonce }) => event === 'confirmed' && nonce === first?.nonce,
        );
        const again = more.map((ring) => records.indexOf(ring));
        if (taken >= 0) expect(Math.max(-1, ...again), flag).toBeLessThan(taken);
      }
    }
    const confirmed = records.filter(({ event }) => event === 'confirmed');
    for (const [role, seat] of await seats(world)) {
      const last = records.findLast(({ event, to }) => event === 'rung' && to === role);
      const taken = confirmed.find(({ nonce }) => nonce === last?.nonce);
      expect(RUNGS).toContain(last?.by);
      expect(seat.observed, role).toMatchObject({
        unread: 0,
        last_wake: { by: last?.by, round_trip_ms: taken?.ms ?? null },
      });
    }
    expect(model.others()).toEqual([]);
    const trips = confirmed.map(({ ms }) => ms);
    process.stderr.write(
      `${kind}: ${MESSAGES} messages by ${records.filter(({ event }) => event === 'rung').length} wakes in ${Math.round(carried - summoned)} ms, ` +
        `0 lost, 0 twice; six rituals after ${Math.round(summoned - started)} ms; ` +
        `wake p50/p95 ${percentile(trips, 0.5)}/${percentile(trips, 0.95)} ms\n`,
    );
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  }, 300_000);
});
