import { describe, expect, it } from 'vitest';
import { claudeWorld } from '../support/claude-world.ts';
import { call, gate, refuse, relayCall, say } from '../support/model/reply.ts';
import { followsOrders, onWords, order } from '../support/model/rules.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

describe('the scripted model, asked by a real claude', () => {
  it('answers what a person types, after refusals, stalls and at length', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'claude', missingClaude());
    const world = await claudeWorld({ rules: [onWords('hail', 'Hail to the tower.')] });
    const { model } = world;
    const claude = await world.alone();
    claude.keys('-l', 'hail, model');
    await claude.shows('hail, model');
    claude.keys('Enter');
    await claude.shows('Hail to the tower.');
    expect(model.requests('overlord').map(({ lastUserText }) => lastUserText)).toEqual([
      expect.stringContaining('hail, model'),
    ]);

    // A refusal is tried again by the client, with its count.
    model.times(2, ({ lastUserText }) =>
      lastUserText.includes('second') ? refuse(429, 0) : undefined,
    );
    claude.keys('-l', 'the second hail');
    await claude.shows('the second hail');
    claude.keys('Enter');
    await model.waitFor(
      ({ lastUserText, retry }) => lastUserText.includes('second') && retry === 2,
      'a third try',
    );

    const held = gate();
    model.times(1, ({ lastUserText }) =>
      lastUserText.includes('third') ? say('First half, SECOND HALF', { midway: held }) : undefined,
    );
    claude.keys('-l', 'the third');
    await claude.shows('the third');
    claude.keys('Enter');
    await waitFor(() => held.waiting === 1, 'the stall');
    process.stderr.write(claude.screen());
    held.open();
    await claude.shows('SECOND HALF');
    process.stderr.write(model.transcript() + JSON.stringify(model.others()));
  });

  it('sends through the real relay, and counts what is fetched once', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'claude', missingClaude());
    const world = await claudeWorld({
      rules: [
        (r) =>
          r.isMain && r.lastUserText.includes('begin') && r.toolResults.length === 0
            ? call([
                relayCall('send_message', {
                  to: 'strategist',
                  subject: 's',
                  body: order({
                    tool: 'send_message',
                    input: { to: 'overlord', subject: 'back', body: 'done' },
                  }),
                }),
              ])
            : undefined,
        followsOrders,
      ],
      roles: ['overlord', 'strategist'],
    });
    const ran = await world.summon('--no-rituals');
    process.stderr.write(ran.stdout);
    await world.line('overlord', 'begin now');
    await waitFor(() => world.model.fetched('overlord').size === 1, 'the answer').catch((e) => {
      throw new Error(String(e) + world.model.transcript());
    });
    process.stderr.write(world.model.transcript());
    process.stderr.write(JSON.stringify([...world.model.fetched('overlord')]));
    process.stderr.write(JSON.stringify(world.model.requests().at(-1)?.allToolResults));
    process.stderr.write(await world.screen('overlord'));
  });
});
