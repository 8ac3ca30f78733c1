import { describe, expect, it } from 'vitest';
import { HUMAN } from '../../../src/army/human.ts';
import { rolesOf } from '../../../src/army/formation.ts';
import { overlordFormation } from '../../../src/army/overlord.ts';
import { SUBJECT_CHARACTERS, subjectFrom } from '../../../src/message/subject.ts';
import { cliArmy, ovld, runningArmy, startOvld } from '../../support/cli-army.ts';
import { deliverAll, letter } from '../../support/letters.ts';
import { missingProgram, requireOrSkip } from '../../support/require.ts';
import { tempDir } from '../../support/temp.ts';

describe('ovld send', () => {
  it('speaks as the person: stored, flagged, with the first line as its subject', async () => {
    const army = await cliArmy();
    const { code, stdout } = await ovld(army, 'send', 'storm', 'Run', 'the tests\nplease');
    const [message, ...others] = await army.store.mail.listUnread('storm');
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      from: HUMAN,
      subject: 'Run the tests',
      body: 'Run the tests\nplease',
      priority: 'normal',
    });
    expect(code).toBe(0);
    expect(stdout).toContain(`Stored for storm (${message?.id})`);
    expect(await army.store.mail.readFlag('storm')).toBeDefined();
    const { records } = await army.store.journal.read();
    expect(records[0]).toMatchObject({ event: 'stored', from: HUMAN, to: 'storm' });
  });

  it.each([
    ['with -', ['-']],
    ['with nothing', []],
  ])('takes the text from standard input, %s', async (_how, more) => {
    const army = await cliArmy();
    const running = startOvld(army, ['send', 'storm', '--urgent', '--json', ...more]);
    running.child.stdin?.end('\n\n  A plan  \nline two\n\n');
    const { stdout, code } = await running.ended;
    expect(code).toBe(0);
    expect(await army.store.mail.listUnread('storm')).toMatchObject([
      { subject: 'A plan', body: '\n\n  A plan  \nline two', priority: 'urgent' },
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ session: 'overlord', to: 'storm', delivered: true });
  });

  it('to all sends to every role, one line each, and not to the person', async () => {
    const army = await cliArmy();
    const { stdout, code } = await ovld(army, 'send', 'all', '--subject', 'Stop', 'now');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(6);
    for (const role of rolesOf(overlordFormation)) {
      expect(await army.store.mail.listUnread(role)).toMatchObject([
        { subject: 'Stop', body: 'now' },
      ]);
    }
    expect(await army.store.mail.listUnread(HUMAN)).toEqual([]);
  });

  it.each([
    ['nothing', ['storm', '  '], 1, 'ovld: nothing was written, so nothing was sent\n  → '],
    ['a role that is none', ['nobody', 'x'], 1, 'no role "nobody"'],
    ['a role that is nearly one', ['strom', 'x'], 1, '(did you mean storm?)'],
    ['oneself', ['human', 'x'], 1, 'human is you'],
    ['an option that is none', ['storm', '--bogus'], 2, '→ ovld send --help'],
    ['too much', ['storm', 'x'.repeat(33_000)], 1, 'KiB'],
    ['too long a subject', ['storm', '--subject', 'x'.repeat(201), 'x'], 1, '201'],
    ['to no army', ['storm', '--session', 'other', 'x'], 3, 'other'],
  ])('refuses %s, and nothing is sent', async (_what, args, exitCode, said) => {
    const army = await cliArmy();
    const { code, stderr } = await ovld(army, 'send', ...args);
    expect(code).toBe(exitCode);
    expect(stderr).toContain(said);
    expect(await army.store.mail.listUnread('storm')).toEqual([]);
  });

  it.each([
    [['storm', 'run', 'it', 'with', '--lang', 'ja', 'and', '--json', 'then', '--urgent', 'stop']],
    [['storm', 'use', '--subject', 'x', 'now']],
    [['storm', 'print', 'the', '--version']],
    [['storm', 'what', 'does', '--help', 'say']],
    [['storm', 'ls', '-la', '--', 'x']],
    [['--urgent', 'storm', 'text', '--session=overlord']],
    [['storm', 'text', '--urgent']],
    [['storm', '--subject', '--', 'x', '-y']],
  ])('never takes an option out of the words of a message: %j', async (args) => {
    const army = await cliArmy();
    const { code, stdout, stderr } = await ovld(army, 'send', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('quote the message, or put it after --');
    expect(await army.store.mail.listUnread('storm')).toEqual([]);
  });

  it.each([
    [['storm', '--urgent', 'run --json'], 'run --json'],
    [['--urgent', 'storm', 'text'], 'text'],
    [['storm', '--lang', 'en', '--urgent', '--', 'with', '--lang', 'ja'], 'with --lang ja'],
    [['--urgent', '--', 'storm', '--json'], '--json'],
    [['--urgent', 'storm', '--subject', '--', 'x', '- y'], 'x - y'],
  ])('takes options before the message, and all after --: %j', async (args, body) => {
    const army = await cliArmy();
    const { code } = await ovld(army, 'send', ...args);
    const sent = await army.store.mail.listUnread('storm');
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ body, priority: 'urgent' }]);
  });

  it('to an army that has ended says so, and how to resume it', async (ctx) => {
    requireOrSkip(ctx, 'tmux', missingProgram('tmux'));
    const army = await cliArmy({ TMUX_TMPDIR: tempDir() });
    const { stdout, code } = await ovld(army, 'send', 'storm', 'x');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Stored for storm \(\S+\), but the army has ended: ovld summon --resume/,
    );
  });

  it.each([
    ['en', /^Stored for storm \(\S+\), which is held: .* ovld release storm\.\n$/],
    ['ja', /^storm 宛てに保存しました \(\S+\)。storm は保留中なので、ovld release storm .*。\n$/],
  ])('to a role that is held says how to release it, in %s', async (language, said) => {
    const army = await runningArmy({ OVLD_LANG: language });
    await ovld(army, 'hold', 'storm');
    expect((await ovld(army, 'send', 'storm', 'x')).stdout).toMatch(said);
  });

  it('refuses piped text that is too long, however long it is', async () => {
    const army = await cliArmy();
    const running = startOvld(army, ['send', 'storm']);
    // It is not read to its end.
    running.child.stdin?.on('error', () => undefined);
    running.child.stdin?.end('y'.repeat(10_000_000));
    const { stderr, code } = await running.ended;
    expect([code, await army.store.mail.listUnread('storm')]).toEqual([1, []]);
    expect(stderr).toContain('more than 88.0 KiB');
  });
});

describe('a subject from a text', () => {
  it.each([
    ['one line', 'one line'],
    ['\n \n  spaced\tout \nmore', 'spaced out'],
    ['x'.repeat(SUBJECT_CHARACTERS), 'x'.repeat(SUBJECT_CHARACTERS)],
    ['x'.repeat(SUBJECT_CHARACTERS + 1), `${'x'.repeat(SUBJECT_CHARACTERS - 1)}…`],
  ])('is derived from %j', (body, subject) => expect(subjectFrom(body)).toBe(subject));

  it('is never cut inside a character', () => {
    const family = '👨‍👩‍👧‍👦';
    const subject = subjectFrom(family.repeat(100));
    expect([...subject].length).toBeLessThanOrEqual(SUBJECT_CHARACTERS);
    expect(subject.slice(0, -1).split(family).join('')).toBe('');
  });
});

describe('ovld inbox', () => {
  const toPerson = (fields: Parameters<typeof letter>[0] = {}) =>
    letter({ from: 'storm', to: HUMAN, ...fields });

  it('shows unread mail of the person or of a role, and takes none', async () => {
    const army = await cliArmy();
    await deliverAll(army.store, [
      toPerson({ subject: 'second' }),
      toPerson({ subject: 'first\u001b[31m', priority: 'urgent' }),
      letter({ to: 'storm', from: 'inferno', subject: 'theirs' }),
    ]);
    const { stdout, code } = await ovld(army, 'inbox');
    expect(code).toBe(0);
    const [heads = '', first = '', second = '', ...rest] = stdout.trimEnd().split('\n');
    expect(first).toMatch(/ {2}now {2}storm {2}\[urgent\] first␛\[31m$/);
    expect(second).toMatch(/ {2}storm {2}second$/);
    expect(heads).toMatch(/^ID +AGE {2}FROM {3}SUBJECT$/);
    const columns = [heads.indexOf('FROM'), first.indexOf('storm'), second.indexOf('storm')];
    expect(new Set(columns).size).toBe(1);
    expect(rest).toEqual([]);
    expect((await ovld(army, 'inbox', 'storm')).stdout).toContain('theirs');
    expect((await ovld(army, 'inbox', 'shadow')).stdout).toBe('shadow has no unread messages.\n');
    expect(await army.store.mail.countUnread(HUMAN)).toMatchObject({ count: 2 });
  });

  it('shows whole texts without control characters, and JSON for programs', async () => {
    const army = await cliArmy();
    const [message] = await deliverAll(army.store, [
      toPerson({ body: 'one\n\u001b]0;x\u0007two' }),
    ]);
    const { stdout } = await ovld(army, 'inbox', 'human', '--full');
    expect(stdout).toContain('\n    one\n    ␛]0;x␇two\n');
    const data: unknown = JSON.parse((await ovld(army, 'inbox', '--json')).stdout);
    expect(data).toEqual({ session: 'overlord', role: HUMAN, messages: [message] });
  });

  it('marks as read what was shown, or the messages that are named', async () => {
    const army = await cliArmy();
    const [one, two, three] = await deliverAll(army.store, [toPerson(), toPerson(), toPerson()]);
    const named = await ovld(army, 'inbox', '--take', two!.id, 'unknown');
    expect([named.code, named.stderr]).toEqual([
      1,
      expect.stringMatching(/^ovld: not unread: unknown\n {2}→ ovld inbox /),
    ]);
    expect(named.stdout).toContain(two!.id);
    expect(named.stdout).not.toContain(one!.id);
    expect(await army.store.mail.listUnread(HUMAN)).toEqual([one, three]);
    const all = await ovld(army, 'inbox', 'human', '--take');
    expect(all.stdout).toContain('Marked 2 messages as read.');
    expect((await ovld(army, 'inbox')).stdout).toBe('Nothing unread.\n');
    expect(await army.store.mail.findMessage(HUMAN, one!.id)).toEqual(one);
  });

  it.each([
    ['to take the mail of a role', ['storm', '--take'], 2, 'only your own'],
    ['an inbox that is none', ['nobody'], 1, 'no role "nobody"'],
  ])('refuses %s', async (_what, args, exitCode, said) => {
    const army = await cliArmy();
    const kept = await army.store.mail.deliver(letter({ to: 'storm' }));
    const { code, stderr } = await ovld(army, 'inbox', ...args);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(said)]);
    expect(await army.store.mail.listUnread('storm')).toEqual([kept]);
  });

  it('prints Japanese', async () => {
    const army = await cliArmy({ OVLD_LANG: 'ja' });
    expect((await ovld(army, 'inbox')).stdout).toBe('あなた宛ての未読メッセージはありません。\n');
    expect((await ovld(army, 'send', '--help')).stdout).toContain('例:');
  });
});
