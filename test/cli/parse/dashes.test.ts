import { describe, expect, it } from 'vitest';
import { isOption, shieldText, unshieldText } from '../../../src/cli/parse/dashes.ts';
import { cliArmy, ovld } from '../../support/cli-army.ts';
import { cliWorld } from '../../support/cli-world.ts';

describe('a word that begins with -', () => {
  it.each(['-f', '--since', '--since=10m', '--subject=two words', '--dry-run', '-abc'])(
    '%j is an option',
    (word) => expect(isOption(word)).toBe(true),
  );
  it.each(['-', '--', '- an item', '-1', '-1 is wrong', '---', '-v is set', '-v\n', '-あ', '->'])(
    '%j is none',
    (word) => expect(isOption(word)).toBe(false),
  );

  it('is marked where it is text', () => {
    const argv = ['send', '-f', '- x', '-', '--', '-1'];
    const marked = shieldText(argv);
    expect(marked).toEqual(['send', '-f', '\0- x', '-', '--', '\0-1']);
    expect(marked.map(unshieldText)).toEqual(argv);
  });
});

describe('text that begins with -', () => {
  it.each([['- fix the login'], ['-1'], ['--- \nnotes'], ['-v is a flag of ours']])(
    '%j is sent as it is',
    async (text) => {
      const army = await cliArmy();
      expect(await ovld(army, 'send', 'storm', text)).toMatchObject({ code: 0, stderr: '' });
      expect(await ovld(army, 'send', 'storm', 'see:', text)).toMatchObject({ code: 0 });
      const bodies = (await army.store.mail.listUnread('storm')).map(({ body }) => body);
      expect(bodies).toEqual([text, `see: ${text}`]);
    },
  );

  it('is taken as a value of an option, by every command', async () => {
    const army = await cliArmy();
    await ovld(army, 'send', 'storm', '--subject', '- one', 'x');
    expect(await army.store.mail.listUnread('storm')).toMatchObject([{ subject: '- one' }]);
    const world = cliWorld();
    const order = ['- mend', '--purpose', '- it shuts', '--criterion', '- one', '--json'];
    const issued = await world.ovld('board', 'issue', ...order);
    expect(JSON.parse(issued.stdout)).toMatchObject({
      command: { command: '- mend', purpose: '- it shuts', acceptance_criteria: ['- one'] },
    });
    const written = await world.ovld('queue', 'write', 'envoy', '- go', '--from', 'human');
    expect(written).toMatchObject({ code: 0 });
    const recorded = ['record', '- oil', '--type', 'lesson', '--title', '-1', '--json'];
    expect((await world.ovld('knowledge', ...recorded)).stdout).toContain('"- oil"');
  });

  it.each([
    [['send', 'storm', '-v'], 'ovld send --help'],
    [['queue', 'write', 'storm', '--verbose'], 'ovld queue write --help'],
  ])('%j could be an option: the hint says --', async (args, help) => {
    const army = await cliArmy();
    const { code, stderr } = await ovld(army, ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(`→ ${help} lists the options; text that begins with - goes after --`);
    const after = [...args.slice(0, -1), '--', args.at(-1) ?? ''];
    const said = await ovld(army, ...after);
    expect(said.stderr).not.toContain('unknown option');
  });

  it('is named as it was typed where it is wrong', async () => {
    const { stderr } = await ovld(await cliArmy(), 'history', 'search', 'x', '--limit', '-1');
    expect(stderr).toContain("argument '-1' is invalid");
  });
});
