import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { ritualOf } from '../support/army-world.ts';
import { asWords, postOffice, restsAtModel, ringsOf } from '../support/claude-mail.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { missingClaude, missingProgram, requireOrSay, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const ROLE = 'strategist';
const RITUAL = ritualOf(ROLE);
const roles = ['overlord', ROLE];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const timesIn = (text: string): number => text.split(RITUAL).length - 1;

/** What was typed, or stands in the conversation as if it were. */
const saidIn = ({ turns }: ModelRequest): string =>
  turns
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');

/** As the agent's hook has noted it at its start. */
const conversation = (world: ClaudeWorld): string =>
  /"id":"([^"]+)"/.exec(readFileSync(join(world.relayDir(), 'conversation', ROLE), 'utf8'))?.[1] ??
  '';

async function clears(world: ClaudeWorld, meanwhile: Promise<unknown>): Promise<void> {
  const old = conversation(world);
  await Promise.all([world.line(ROLE, '/clear'), meanwhile]);
  await waitFor(() => conversation(world) !== old, 'another conversation');
}

/** A person's question, and what the model was asked by it. */
async function asks(world: ClaudeWorld, words: string): Promise<ModelRequest> {
  await waitFor(() => world.model.requests(ROLE).length === 0 || restsAtModel(world, ROLE), 'rest');
  await world.line(ROLE, words);
  return world.model.waitFor(
    ({ role, lastUserText }) => role === ROLE && lastUserText.includes(words),
    words,
  );
}

async function compacts(world: ClaudeWorld): Promise<void> {
  await waitFor(() => restsAtModel(world, ROLE), 'rest');
  await world.line(ROLE, '/compact');
  await world.shows(ROLE, /Compacted|Conversation compacted/);
}

/** Three times /clear, with mail sent so long after its first letter; then /compact. */
async function forgets(mux: MuxKind): Promise<void> {
  const world = await claudeWorld({ mux, roles });
  const { model } = world;
  await world.summon();
  const first = await model.waitFor(({ role }) => role === ROLE, 'the ritual, typed');
  // Whole, and once.
  expect(saidIn(first)).toContain(RITUAL);
  expect(timesIn(saidIn(first))).toBe(1);
  expect(timesIn(first.system)).toBe(0);
  const send = await postOffice(world);
  const ids: string[] = [];
  const read: string[] = [];
  for (const afterMs of [0, 120, 400]) {
    await waitFor(() => restsAtModel(world, ROLE), 'rest');
    const old = conversation(world);
    let id = '';
    await clears(
      world,
      pause(afterMs).then(async () => (id = await send(ROLE))),
    );
    await model.waitForFetched(ROLE, id, 60_000);
    ids.push(id);
    await asks(world, `who after ${afterMs}`);
    const anew = model.requests(ROLE).filter(({ session }) => session === conversation(world));
    expect(anew.length).toBeGreaterThan(0);
    expect(conversation(world)).not.toBe(old);
    // From its very first request on, without being typed.
    for (const one of anew) expect([timesIn(one.system), timesIn(saidIn(one))]).toEqual([1, 0]);
    read.push(anew.some(({ messageIds }) => messageIds.includes(id)) ? 'after' : 'before');
  }
  const before = conversation(world);
  await compacts(world);
  const last = await send(ROLE);
  await model.waitForFetched(ROLE, last, 60_000);
  const after = await asks(world, 'who are you now');
  expect(after.session).toBe(before);
  expect(saidIn(after)).toContain('Earlier turns, in short.');
  expect([timesIn(after.system), timesIn(saidIn(after))]).toEqual([1, 0]);
  for (const id of [...ids, last]) expect(model.fetched(ROLE).get(id)?.unmarked).toBe(1);
  const rung = ringsOf(world, ROLE).map(asWords).join(', ');
  process.stderr.write(`${mux}: mail around /clear read ${read.join(', ')} it; rung by ${rung}\n`);
  expect(model.others()).toEqual([]);
}

/** Every request of a claude that was asked at its start, after /clear and after /compact. */
async function askedThrice(config: object, ...flags: string[]): Promise<ModelRequest[]> {
  const world = await claudeWorld({ roles, config });
  await world.summon(...flags);
  // Nothing was typed.
  expect(world.model.requests(ROLE)).toEqual([]);
  await asks(world, 'who are you');
  await clears(world, Promise.resolve());
  await asks(world, 'who are you now');
  await compacts(world);
  await asks(world, 'and who after all');
  const all = world.model.requests(ROLE);
  expect(all).toHaveLength(3);
  expect(new Set(all.map(({ session }) => session)).size).toBe(2);
  return all;
}

describe('what a real claude knows of its role', () => {
  it('comes back after /clear and compaction, and mail around them arrives [C11]', async (context) => {
    requireOrSkip(context, 'claude', missingClaude());
    const there = muxKinds.filter((kind) => requireOrSay(kind, missingProgram(kind)));
    if (there.length === 0) context.skip('needs a multiplexer');
    await Promise.all(there.map(forgets));
  });

  it('is nothing without rituals, and stays in the system prompt when it is there [C11 ritual.skip.1]', async (context) => {
    requireOrSkip(context, 'claude', missingClaude());
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const [nothing, prompted] = await Promise.all([
      askedThrice({}, '--no-rituals'),
      askedThrice({ ritual: { delivery: 'system-prompt' } }),
    ]);
    for (const one of nothing) {
      expect([timesIn(one.system), timesIn(saidIn(one))]).toEqual([0, 0]);
      expect(one.system).not.toContain('SessionStart hook additional context');
    }
    for (const one of prompted) expect([timesIn(one.system), timesIn(saidIn(one))]).toEqual([1, 0]);
  });
});
