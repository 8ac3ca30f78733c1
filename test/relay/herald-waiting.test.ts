import { describe, expect, it } from 'vitest';
import { common as en } from '../../src/i18n/en/common.ts';
import { openRecordingMux } from '../../src/mux/recording.ts';
import { ring } from '../../src/relay/ring.ts';
import { memoryArmy, pass, recordingDoorbell } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { tempDir } from '../support/temp.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };

describe('a ring', () => {
  it('that a draft or a dialog refuses is repeated every 15 s at most, and then backs off anew [R3]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'draft_present' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 120_000);
    expect(bell.rings).toHaveLength(10);
    bell.answer = async () => ({ sent: true });
    await pass(clock, 15_000);
    expect(bell.rings).toHaveLength(11);
    await pass(clock, 5000);
    expect(bell.rings).toHaveLength(12);
  });

  it('that a dialog refuses is repeated at once when the agent is idle again, and only then [R3]', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'dialog_open' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 6000);
    expect(bell.rings).toHaveLength(2);
    await outside.statuses.observe('storm', { state: 'waiting' });
    await settle();
    expect(bell.rings).toHaveLength(2);
    bell.answer = async () => ({ sent: true });
    await outside.statuses.observe('storm', { state: 'idle' });
    await settle();
    expect(bell.rings).toHaveLength(3);
    await outside.statuses.observe('storm', { state: 'idle' });
    await settle();
    expect(bell.rings).toHaveLength(3);
  });

  it('that was refused is claimed like the first: a hook that was quicker has announced [R7]', async () => {
    const { join, clock, outside: store } = memoryArmy();
    await join('overlord');
    await store.mail.raiseFlag('storm');
    const flag = await store.mail.readFlag('storm');
    if (flag === undefined) throw new Error('no flag');
    await store.wakes.claim('storm', flag, 'hook:stop');
    const bell = recordingDoorbell();
    const order = { to: 'storm', flag, attempt: 1, as: 'own', doorbells: [bell] } as const;
    const ringing = { store, clock, nudgeText: en.nudge };
    expect(await ring(ringing, { ...order, unannounced: true })).toBe('announced');
    expect(bell.rings).toEqual([]);
    // It did not help: the ladder goes on.
    expect(await ring(ringing, { ...order, unannounced: false })).toMatchObject({ by: 'native' });
  });

  it('that succeeds after refusals is the announcement: no hook repeats it [R7]', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'draft_present' });
    await overlord.relay.send('storm', hello);
    await settle();
    expect(bell.rings).toHaveLength(1);
    bell.answer = async () => ({ sent: true });
    await pass(clock, 6000);
    const flag = await outside.mail.readFlag('storm');
    if (flag === undefined) throw new Error('no flag');
    expect(await outside.wakes.claim('storm', flag, 'hook:tool')).toBe(false);
  });
});

const rule = '─'.repeat(10);
const composer = [rule, '❯\u00a0', rule];

/** An army whose storm is seen, as these lines. */
function seenArmy() {
  const screen = { lines: composer, looked: async (): Promise<unknown> => undefined };
  const panes = {
    ...openRecordingMux(tempDir()),
    panes: async () => [{ id: '1', title: 'storm', alive: true }],
    async screen() {
      await screen.looked();
      return { lines: screen.lines, copyMode: false };
    },
  };
  return { ...memoryArmy(undefined, panes), screen };
}

describe('a busy agent', () => {
  it('is rung when its screen shows no turn any more, although no hook reported the end [R7 C8]', async () => {
    const { join, clock, outside, screen } = seenArmy();
    screen.lines = ['✻ Working… (esc to interrupt)', ...composer];
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 100_000);
    expect(bell.rings).toHaveLength(0);
    screen.lines = composer;
    await pass(clock, 31_000);
    expect(bell.rings.length).toBeGreaterThan(0);
  });

  it('counts as busy for its first seconds, whatever the screen shows [R7]', async () => {
    const { join, clock, outside } = seenArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 4_500);
    expect(bell.rings).toHaveLength(0);
    await pass(clock, 2000);
    expect(bell.rings.length).toBeGreaterThan(0);
  });

  it('is called idle again without any mail, unless a turn begins meanwhile [R7 C8]', async () => {
    const { join, clock, outside, screen } = seenArmy();
    await join('storm');
    await outside.statuses.observe('storm', { state: 'busy', turns: 3 });
    screen.looked = () => outside.statuses.observe('storm', { state: 'busy', turns: 4 });
    await pass(clock, 31_000);
    expect(await outside.statuses.readObserved('storm')).toMatchObject({ state: 'busy', turns: 4 });
    screen.looked = async () => undefined;
    await pass(clock, 31_000);
    expect(await outside.statuses.readObserved('storm')).toMatchObject({ state: 'idle', turns: 4 });
  });

  it('whose hook announces mail just before the ring is rung by that hook, and the journal says so [R7]', async () => {
    const { join, clock, outside, screen, shared } = seenArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    screen.looked = async () => {
      const flag = await outside.mail.readFlag('storm');
      return flag && outside.wakes.claim('storm', flag, 'hook:stop');
    };
    await pass(clock, 6_000);
    expect(bell.rings).toHaveLength(0);
    const rung = shared.journal.filter(({ event }) => event === 'rung');
    expect(rung).toMatchObject([{ to: 'storm', by: 'hook:stop', as: 'hook' }]);
  });
});
