import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import type { WakeFailure } from '../../src/errors.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import { RECONNECT } from '../../src/agent/relay-config.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createMutex } from '../../src/kit/mutex.ts';
import { CannotType, type Panes } from '../../src/mux/mux.ts';
import { openRecordingMux, parsePane, type PaneEvent } from '../../src/mux/recording.ts';
import { ringTimeoutMs } from '../../src/relay/ring.ts';
import { typeInto, type Typing } from '../../src/relay/typing.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { pass } from '../support/army.ts';
import { seatOf } from '../support/backends.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const { signal } = new AbortController();
const RITUAL = 'You are Storm.\nCall check_inbox when you see [MESSAGE from …].';
const NUDGE = '[MESSAGE from overlord] call check_inbox. (#ab.1)';
const EMPTY = { lines: ['────', '❯\u00a0', '────'], copyMode: false };
const THAWED: PaneEvent = { set: { copyMode: false } };

/** A pane of storm's in which things happen before the n-th look. */
async function ground(
  parts: {
    typing?: Partial<Typing>;
    panes?: Partial<Panes>;
    looks?: Record<number, PaneEvent>;
    /** While shut, the composer seems empty. */
    eyes?: { shut: boolean };
  } = {},
) {
  const dir = `${tempDir()}/panes`;
  mkdirSync(dir);
  writeFileSync(`${dir}/storm.jsonl`, '');
  const happen = (event: PaneEvent): void =>
    appendFileSync(`${dir}/storm.jsonl`, `\n${JSON.stringify(event)}`);
  const events = (): PaneEvent[] => parsePane(readFileSync(`${dir}/storm.jsonl`, 'utf8'));
  const store = openMemoryStore(sharedMemory(), { isAlive: () => true });
  await store.init(overlordFormation);
  const real = openRecordingMux(dir);
  let looks = 0;
  const panes: Panes = {
    ...real,
    async screen(pane) {
      looks += 1;
      const event = parts.looks?.[looks];
      if (event !== undefined) happen(event);
      return parts.eyes?.shut === true ? EMPTY : real.screen(pane);
    },
    ...parts.panes,
  };
  const typing: Typing = {
    panes,
    agentOf: () => mockAgent,
    seats: store.seats,
    clock: systemClock,
    roles: rolesOf(overlordFormation),
    pauses: { enter: 5 },
    ...parts.typing,
  };
  const type = (text: string, role = 'storm', until = signal) =>
    typeInto(typing, role, text, until);
  return { type, happen, events, store };
}

const presses = (events: readonly PaneEvent[]): number =>
  events.filter((event) => 'press' in event).length;

describe('typing through the gate', () => {
  it('types a text of several lines as one paste, and submits it by an Enter of its own', async () => {
    const { type, events } = await ground();
    const outcome = await type(RITUAL);
    expect(outcome).toMatchObject({ sent: true, leftover: false });
    expect(events()).toEqual([{ paste: RITUAL }, { press: 'Enter' }]);
    expect(outcome.sent && (await outcome.confirm())).toBe(true);
  });

  it('waits before it types, and between the text and Enter, as long as it is told [ritual.pause-before.1 ritual.submit.1]', async () => {
    const clock = fakeClock();
    const { type, events } = await ground({
      typing: { clock, pauses: { before: 500, enter: 200 } },
    });
    const outcome = type(RITUAL);
    await pass(clock, 499);
    expect(events()).toEqual([]);
    await pass(clock, 2);
    expect(events()).toEqual([{ paste: RITUAL }]);
    await pass(clock, 197);
    expect(presses(events())).toBe(0);
    await pass(clock, 3);
    expect(presses(events())).toBe(1);
    expect(await outcome).toMatchObject({ sent: true });
  });

  const busy = (seconds: string): PaneEvent => ({ set: { busy: seconds } });
  it.each([
    ['before the first look', { 1: busy('1s'), 2: busy('2s') }, 0],
    ['between the paste and Enter', { 2: busy('1s') }, 1],
  ])('types nothing in a turn that began %s [C1]', async (_when, looks, pasted) => {
    const clock = fakeClock();
    const { type, happen, events } = await ground({ typing: { clock }, looks });
    const outcome = type(NUDGE);
    await pass(clock, 2_000);
    expect(await outcome).toEqual({ sent: false, code: 'agent_busy' });
    expect(events().filter((event) => 'paste' in event)).toHaveLength(pasted);
    expect(presses(events())).toBe(0);
    // What was pasted before the turn began is submitted when it is over, and alone.
    happen(busy(''));
    const later = type('[MESSAGE from overlord] call check_inbox. (#ab.2)');
    await pass(clock, 2_000);
    expect(await later).toMatchObject({ sent: true });
    expect(events().filter((event) => 'paste' in event)).toHaveLength(1);
    expect(presses(events())).toBe(1);
  });

  it.each<[string, PaneEvent, WakeFailure]>([
    ['a dialog', { set: { busy: '', dialog: true } }, 'dialog_open'],
    ['a draft', { set: { busy: '', draft: 'half a thought' } }, 'draft_present'],
  ])('types nothing where a turn has become %s [C1 C2]', async (_what, event, code) => {
    const clock = fakeClock();
    const { type, events } = await ground({
      typing: { clock },
      looks: { 1: busy('1s'), 2: event },
    });
    const outcome = type(NUDGE);
    await pass(clock, 2_000);
    expect(await outcome).toEqual({ sent: false, code });
    expect(events().filter((one) => 'paste' in one || 'press' in one)).toEqual([]);
  });

  it('presses nothing when it is cancelled after the paste: another writer may be typing there by then', async () => {
    const [clock, patience] = [fakeClock(), new AbortController()];
    const { type, events } = await ground({ typing: { clock } });
    const outcome = type(NUDGE, 'storm', patience.signal);
    await pass(clock, 2);
    expect(events()).toEqual([{ paste: NUDGE }]);
    patience.abort();
    await pass(clock, 2_000);
    expect(await outcome).toEqual({ sent: false, code: 'ring_timeout' });
    expect(presses(events())).toBe(0);
  });

  it('does not wait for a still picture of a turn, which never moves', async () => {
    const clock = fakeClock();
    const { type, happen, events } = await ground({ typing: { clock } });
    happen(busy('7s'));
    const outcome = type(NUDGE);
    await pass(clock, 2_000);
    expect(await outcome).toMatchObject({ sent: true });
    expect(presses(events())).toBe(1);
  });

  // [Z10 T2 C3]
  it('thaws a pane in copy mode before it types, and then reaches it', async () => {
    const { type, happen, events } = await ground();
    happen({ set: { copyMode: true } });
    expect(await type(NUDGE)).toMatchObject({ sent: true });
    expect(events().slice(1)).toEqual([THAWED, { paste: NUDGE }, { press: 'Enter' }]);
  });

  it('thaws a pane that was scrolled after the paste, and submits what it then shows [Z10]', async () => {
    const { type, events } = await ground({ looks: { 2: { set: { copyMode: true } } } });
    expect(await type(NUDGE)).toMatchObject({ sent: true });
    expect(events().slice(1)).toEqual([{ set: { copyMode: true } }, THAWED, { press: 'Enter' }]);
  });

  it('thaws once only: a pane that stays frozen gets nothing typed', async () => {
    let thaws = 0;
    const thaw = async (): Promise<void> => void (thaws += 1);
    const { type, happen, events } = await ground({ panes: { thaw } });
    happen({ set: { copyMode: true } });
    expect(await type(NUDGE)).toEqual({ sent: false, code: 'copy_mode' });
    expect(thaws).toBe(1);
    expect(events()).toHaveLength(1);
  });

  it('thaws and looks again where it sees nothing it knows; a shell stays untouched [Z10]', async () => {
    let thaws = 0;
    const { type, events } = await ground({
      panes: {
        screen: async () => ({ lines: ['$ '], copyMode: false }),
        thaw: async () => void (thaws += 1),
      },
    });
    expect(await type(NUDGE)).toEqual({ sent: false, code: 'screen_unknown' });
    expect(thaws).toBe(1);
    expect(events()).toEqual([]);
  });

  it('never thaws into a dialog, which it does not answer even by scrolling [C1]', async () => {
    const { type, events } = await ground({ looks: { 2: { set: { dialog: true } } } });
    expect(await type(NUDGE)).toEqual({ sent: false, code: 'dialog_open' });
    expect(events()).toEqual([{ paste: NUDGE }, { set: { dialog: true } }]);
  });

  it('gives an agent that draws late a second look before it gives up', async () => {
    let shown = 0;
    const { type, events } = await ground({
      panes: {
        screen: async () => {
          shown += 1;
          const text = shown < 3 ? '' : NUDGE;
          return { lines: ['────', `❯\u00a0${text}`, '────'], copyMode: false };
        },
      },
    });
    expect(await type(NUDGE)).toMatchObject({ sent: true });
    expect(events()).toEqual([{ paste: NUDGE }, THAWED, { press: 'Enter' }]);
  });

  it('presses no Enter where the text is not shown; the next text finds it and submits it first', async () => {
    const isOurs = (role: string, shown: string): boolean => role === 'storm' && shown === RITUAL;
    const eyes = { shut: true };
    const { type, events } = await ground({ typing: { isOurs }, eyes });
    expect(await type(RITUAL)).toEqual({ sent: false, code: 'not_shown' });
    expect(presses(events())).toBe(0);
    eyes.shut = false;
    expect(await type(NUDGE)).toMatchObject({ sent: true, leftover: true });
    expect(events()).toEqual([{ paste: RITUAL }, THAWED, { press: 'Enter' }]);
    expect(await type(NUDGE)).toMatchObject({ sent: true, leftover: false });
  });

  it.each([
    ['its own text again', RITUAL, { sent: true, leftover: false }],
    [
      'a nudge of ours, wrapped anywhere',
      `${NUDGE.slice(0, 46)}\n${NUDGE.slice(46)}`,
      { sent: true, leftover: true },
    ],
    [
      'a nudge another process typed after it',
      `${RITUAL}${NUDGE}`,
      { sent: true, leftover: false },
    ],
    ['two nudges', `${NUDGE}${NUDGE}`, { sent: true, leftover: true }],
    [
      'a person between two nudges',
      `${NUDGE} wait ${NUDGE}`,
      { sent: false, code: 'draft_present' },
    ],
    ['our reconnect', RECONNECT, { sent: true, leftover: true }],
    ['a nudge a person has added to', `${NUDGE} wait`, { sent: false, code: 'draft_present' }],
    [
      'a text that is not known to be ours',
      'You are Inferno.',
      { sent: false, code: 'draft_present' },
    ],
  ])('finding %s in the composer, pastes nothing more', async (_what, draft, outcome) => {
    const isOurs = (_role: string, shown: string): boolean => mockAgent.shows(shown, RITUAL);
    const { type, happen, events } = await ground({ typing: { isOurs } });
    happen({ set: { draft } });
    expect(await type(RITUAL)).toMatchObject(outcome);
    expect(events().filter((event) => 'paste' in event)).toEqual([]);
    expect(presses(events())).toBe(outcome.sent ? 1 : 0);
  });

  it.each(['no_client', 'pane_dead'] as const)(
    'says %s where the multiplexer finds that out while typing [Z5]',
    async (code) => {
      const paste = () => Promise.reject(new CannotType(code));
      const { type, events } = await ground({ panes: { paste } });
      expect(await type(NUDGE)).toEqual({ sent: false, code });
      expect(events()).toEqual([]);
    },
  );

  it('says pane_hidden where something else is shown in its place [Z8]', async () => {
    const panes = async () => [{ id: 'storm', title: 'storm', alive: true, hidden: true }];
    const { type, events } = await ground({ panes: { panes } });
    expect(await type(NUDGE)).toEqual({ sent: false, code: 'pane_hidden' });
    expect(events()).toEqual([]);
  });

  it('looks, pastes and submits one text at a time under a typing lock', async () => {
    const mutex = createMutex();
    const alone = <T>(_role: string, work: () => Promise<T>): Promise<T> => mutex.run(work);
    const { type, events } = await ground({ typing: { alone } });
    const outcomes = await Promise.all([type(RITUAL), type(NUDGE)]);
    expect(outcomes).toMatchObject([{ sent: true }, { sent: true }]);
    const enter = { press: 'Enter' };
    expect(events()).toEqual([{ paste: RITUAL }, enter, { paste: NUDGE }, enter]);
  });

  it("reads a pane as the recipient's agent draws it, not as the sender's", async () => {
    const shell: Agent = { ...mockAgent, read: () => ({ state: 'unknown' }) };
    const agentOf = (role: string): Agent => (role === 'storm' ? mockAgent : shell);
    const { type, store } = await ground({ typing: { agentOf } });
    await store.seats.add('shadow', { ...seatOf(process.pid), pane: 'storm' });
    expect(await type(NUDGE, 'shadow')).toEqual({ sent: false, code: 'screen_unknown' });
  });

  it.each([
    [0, 3000],
    [200, 3000],
    [5000, 12_500],
  ])('a ring with a pause of %i ms before Enter has %i ms [R4]', (enter, expected) => {
    expect(ringTimeoutMs({ enter })).toBe(expected);
  });
});
