import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { composerOf, journalOf, seatOf } from '../support/claude-mail.ts';
import { claudeWorld } from '../support/claude-world.ts';
import { bash, call, gate, say } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

describe.each(muxKinds)('an army of real claudes on %s', (mux) => {
  // [R15 C1 C8] What Claude does when its turn is interrupted is measured here as well.
  it('is paused in a turn and before a dialog, loses nothing, and goes on', async (context) => {
    requireOrSkip(context, mux, missingProgram(mux));
    requireOrSkip(context, 'claude', missingClaude());
    const half = gate();
    const world = await claudeWorld({
      mux,
      roles: ['overlord', 'storm', 'shadow'],
      rules: [readsItsMail],
      seats: { overlord: { permission_mode: 'manual' } },
    });
    await world.summon('--no-rituals');
    const send = async (text: string): Promise<string> => {
      const { stdout } = await world.ovld(['send', '--json', 'storm', text]);
      const [, id = ''] = /"id":\s*"([^"]+)"/.exec(stdout) ?? [];
      expect(id).not.toBe('');
      return id;
    };
    // In the turn in which it was handed its mail, storm is interrupted; overlord asks for permission.
    world.model.times(1, (request) =>
      request.role === 'storm' && request.isMain && request.messageIds.length > 0
        ? say('I have read it, and begin.', { midway: half })
        : undefined,
    );
    world.model.times(1, (request) =>
      request.role === 'overlord' && request.lastUserText.includes('make it')
        ? call([bash('touch made')])
        : undefined,
    );
    const first = await send('the first');
    await waitFor(() => half.waiting === 1, 'storm to be in its answer', 60_000);
    await world.line('overlord', 'make it');
    await world.shows('overlord', 'Do you want to');
    await world.type('storm', 'a draft of mine');
    await waitFor(
      async () => (await composerOf(world, 'storm')) === 'a draft of mine',
      'the draft',
    );

    const paused = await world.ovld(['pause', '--json']);
    expect(JSON.parse(paused.stdout)).toEqual({
      session: 'overlord',
      paused: true,
      interrupted: ['storm'],
      failed: [{ role: 'overlord', code: 'dialog_open' }],
    });
    expect(paused.code).toBe(1);
    half.open();
    await world.shows('storm', 'Interrupted');
    await world.shows('overlord', 'Do you want to');
    expect(await composerOf(world, 'storm')).toBe('a draft of mine');
    expect(world.model.entries('storm').at(-1)?.leftAt).toBeDefined();
    expect((await seatOf(world, 'storm')).observed).toMatchObject({
      agent: 'idle',
      unread: 0,
      held: [{ by: 'person', all: true }],
    });
    expect((await world.ovld(['status'])).stdout).toMatch(
      /! The army has been paused since .*ovld unpause/,
    );

    // Mail that comes now waits, and no request is made.
    const asked = world.model.entries('storm').length;
    const second = await send('the second');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(world.model.entries('storm')).toHaveLength(asked);

    const gone = await world.ovld(['unpause']);
    expect(gone.stdout).toContain('storm was interrupted, and is told to go on.');
    await world.model.waitForFetched('storm', second, 60_000);
    const acknowledged = (): string[] =>
      journalOf(world, 'storm').flatMap(({ event, id }) => (event === 'acknowledged' ? [id] : []));
    // The mail of the interrupted turn was in the conversation all the time, and comes no second time.
    await waitFor(() => acknowledged().length === 3, 'three messages acknowledged', 60_000);
    expect(acknowledged()).toEqual(expect.arrayContaining([first, second]));
    const fetched = world.model.fetched('storm');
    expect([...fetched.values()].map(({ times, unmarked }) => `${times} ${unmarked}`)).toEqual(
      Array(3).fill('1 1'),
    );
    const last = world.model.requests('storm').at(-1);
    expect(last?.allToolResults.some(({ text }) => text.includes('The pause is over'))).toBe(true);
    await world.type('overlord', '\u001b');
  });
});
