import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../../src/store/store.ts';
import { cliArmy, ovld, startOvld, type CliArmy } from '../../support/cli-army.ts';
import { OVLD } from '../../support/relay-process.ts';
import { waitFor } from '../../support/wait-for.ts';

const stored = (id: string, to = 'storm', from = 'overlord'): JournalEvent => ({
  event: 'stored',
  id,
  from,
  to,
  priority: 'normal',
});
const at = (time: string, event: JournalEvent): string =>
  `\n${JSON.stringify({ at: time, ...event })}`;
const journal = ({ dir }: CliArmy, ...lines: string[]): void =>
  appendFileSync(`${dir}/journal.jsonl`, lines.join(''));

const LETTER = {
  from: 'overlord',
  to: 'storm',
  subject: 'The gate',
  body: 'It squeaks.\n\n- oil it\u001b[2J',
  priority: 'normal',
} as const;

/** A message's whole way, two that concern others, and something torn. */
async function army(more: Record<string, string> = {}): Promise<CliArmy> {
  const made = await cliArmy(more);
  journal(
    made,
    at('2026-11-15T12:00:00.000Z', { ...stored('m1'), priority: 'urgent' } as JournalEvent),
    at('2026-11-15T12:00:00.100Z', {
      event: 'rung',
      to: 'storm',
      by: 'typed',
      nonce: 'n',
      as: 'own',
    }),
    '\n{"at":"2026-11-15T12:00:00.2',
    at('2026-11-15T12:00:01.000Z', { event: 'fetched', id: 'm1', to: 'storm', incarnation: 'x' }),
    at('2026-11-15T12:00:02.000Z', { event: 'acknowledged', id: 'm1', to: 'storm' }),
    at('2026-11-15T13:00:00.000Z', stored('m2', 'shadow')),
    at('2026-11-15T13:30:00.000Z', { event: 'quarantined', file: 'x', reason: 'a\u001b[2Jb' }),
  );
  return made;
}

describe('ovld log', () => {
  it('prints one aligned line per event, in local time, and no control character', async () => {
    const { code, stdout, stderr } = await ovld(await army(), 'log');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      '11-15 12:00:00.000  stored        overlord → storm         m1, urgent',
      '11-15 12:00:00.100  rung          storm                    typed, its own relay',
      '11-15 12:00:01.000  fetched       storm                    m1',
      '11-15 12:00:02.000  acknowledged  storm                    m1',
      '11-15 13:00:00.000  stored        overlord → shadow        m2',
      '11-15 13:30:00.000  quarantined                            x, a␛[2Jb',
      '',
    ]);
  });

  it('names a message by its subject, and by its id with --ids', async () => {
    const made = await cliArmy();
    const { id } = await made.store.mail.deliver({ ...LETTER, subject: 'The gate\u001b[2J' });
    await made.store.mail.fileAsRead('storm', [id]);
    const told = (await ovld(made, 'log')).stdout;
    expect(told).toMatch(/stored +overlord → storm +The gate␛\[2J\n/);
    expect(told).toMatch(/acknowledged +storm +The gate␛\[2J\n/);
    expect(told).not.toContain(id);
    const byId = (await ovld(made, 'log', '--ids')).stdout;
    expect(byId).toContain(`overlord → storm         ${id}\n`);
    expect(byId).not.toContain('gate');
  });

  it('names what was written to the person by its subject, in the alert too', async () => {
    const made = await cliArmy();
    const { id } = await made.store.mail.deliver({ ...LETTER, from: 'storm', to: 'human' });
    await made.store.journal.write([{ event: 'alerted', to: 'storm', why: 'wrote', id }]);
    expect((await ovld(made, 'log')).stdout).toMatch(
      /alerted +storm +wrote to the person, The gate\n/,
    );
  });

  it('speaks the language and the time zone of the person', async () => {
    const { stdout } = await ovld(await army({ OVLD_LANG: 'ja', TZ: 'Asia/Tokyo' }), 'log');
    expect(stdout).toContain('11-15 21:00:00.100  合図        storm');
  });

  it('--json prints the records as they are in the file', async () => {
    const made = await army();
    const { stdout } = await ovld(made, 'log', '--json');
    const lines = readFileSync(`${made.dir}/journal.jsonl`, 'utf8').split('\n');
    expect(stdout.trimEnd().split('\n')).toEqual(lines.filter((line) => line.endsWith('}')));
  });

  it.each([
    [['--role', 'shadow'], ['m2']],
    [
      ['--role', 'overlord'],
      ['m1', 'm2'],
    ],
    [['--role', 'storm', '--since', '2026-11-15T12:00:02Z'], ['m1']],
    [['--since', '2026-11-15T22:30:00+09:00'], ['x']],
    [['--since', '5m'], []],
  ])('%j shows only %j', async (args, names) => {
    const { stdout } = await ovld(await army(), 'log', '--json', ...args);
    const shown = stdout
      .split('\n')
      .flatMap((line) => /"(?:id|file)":"(\w+)"/.exec(line)?.[1] ?? []);
    expect([...new Set(shown)]).toEqual(names);
  });

  it.each(['yesterday', '25:00', '10', '-5m', '10 m', '', '2026-11-15'])(
    '--since %j is a usage error',
    async (since) => {
      const { code, stdout, stderr } = await ovld(await cliArmy(), 'log', '--since', since);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('10m, 2h');
    },
  );

  it('refuses a role outside the formation, and an army that does not exist', async () => {
    const made = await army();
    expect(await ovld(made, 'log', '--role', 'nobody')).toMatchObject({ code: 1, stdout: '' });
    expect(await ovld(made, 'log', '--session', 'x')).toMatchObject({ code: 3, stdout: '' });
    rmSync(made.dir, { recursive: true });
    for (const args of [['log'], ['log', '-f']]) {
      const { code, stderr } = await ovld(made, ...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/relay directory .* is gone/);
    }
  });

  it('prints nothing when nothing has happened', async () => {
    expect(await ovld(await cliArmy(), 'log')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('ends without an error when its reader closes the pipe', async () => {
    const made = await army();
    for (let i = 0; i < 300; i += 1) {
      journal(
        made,
        ...Array.from({ length: 100 }, (_, n) =>
          at('2026-11-15T14:00:00.000Z', stored(`m${i}x${n}`)),
        ),
      );
    }
    const script = `"$0" "$1" log | head -n 1; echo "\${PIPESTATUS[0]}"; "$0" "$1" log -f --json | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const said = execFileSync('/bin/bash', ['-c', `{ ${script}; } 2>&1`, process.execPath, OVLD], {
      env: made.env,
      cwd: made.home,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(said.trimEnd().split('\n')).toEqual([
      expect.stringContaining('m1, urgent'),
      '0',
      expect.stringContaining('"m1"'),
      '0',
    ]);
  });
});

describe('ovld log --messages', () => {
  it('prints the conversation: when, who to whom, about what, and the text', async () => {
    const made = await cliArmy();
    await made.store.mail.deliver(LETTER);
    const answer = { subject: 'Oiled', body: '静かになった', priority: 'urgent' } as const;
    const { id } = await made.store.mail.deliver({ from: 'storm', to: 'overlord', ...answer });
    journal(made, at('2026-11-15T12:00:00.000Z', stored('gone')));
    const { code, stdout, stderr } = await ovld(made, 'log', '--messages');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/^\S+ \S+/gm, (time) => (/^\d/.test(time) ? 'TIME' : time))).toBe(
      [
        'TIME  overlord → storm  The gate',
        '    It squeaks.',
        '',
        '    - oil it␛[2J',
        '',
        'TIME  storm → overlord  [urgent]  Oiled',
        '    静かになった',
        '',
        'TIME  overlord → storm',
        '    (its text is no longer there)',
        '',
        '',
      ].join('\n'),
    );
    expect((await ovld(made, 'log', '--messages', '--ids')).stdout).toContain(`${id}  Oiled`);
    const one = await ovld(made, 'log', '--messages', '--since', '2026-11-15T12:00:01Z');
    expect(one.stdout).not.toContain('no longer');
    const mine = await ovld(made, 'log', '--messages', '--role', 'shadow');
    expect(mine.stdout).toBe('');
  });

  it('--json prints one message per line', async () => {
    const made = await cliArmy();
    const { id, timestamp } = await made.store.mail.deliver(LETTER);
    journal(made, at('2026-11-15T12:00:00.000Z', stored('gone')));
    const { stdout } = await ovld(made, 'log', '--messages', '--json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { ...LETTER, id, timestamp },
      {
        id: 'gone',
        from: 'overlord',
        to: 'storm',
        priority: 'normal',
        timestamp: '2026-11-15T12:00:00.000Z',
      },
    ]);
  });

  it('-f prints a message when it comes', async () => {
    const made = await cliArmy();
    const following = startOvld(made, ['log', '--messages', '-f']);
    await made.store.mail.deliver(LETTER);
    await waitFor(() => following.out().includes('It squeaks.'), 'the message');
    following.child.kill('SIGINT');
    expect(await following.ended).toMatchObject({ code: 0 });
  });
});

describe('ovld log -f', () => {
  it('prints what is there, then what comes, and stops on a signal', async () => {
    const made = await army();
    const following = startOvld(made, ['log', '-f', '--role', 'shadow']);
    await waitFor(() => following.out().includes('m2'), 'what was there');
    await made.store.journal.write([stored('m3', 'shadow'), stored('m4', 'storm')]);
    await waitFor(() => following.out().includes('m3'), 'what came');
    journal(made, at(new Date().toISOString(), stored('half', 'shadow')).slice(0, -4));
    await made.store.journal.write([stored('m5', 'shadow')]);
    await waitFor(() => following.out().includes('m5'), 'what came after something torn');
    following.child.kill('SIGINT');
    const { code, signal, stdout, stderr } = await following.ended;
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    expect(stdout.match(/m\d/g)).toEqual(['m2', 'm3', 'm5']);
  });

  it('ends when the army is dismissed, and says so', async () => {
    const made = await army();
    const following = startOvld(made, ['log', '--follow', '--json']);
    await waitFor(() => following.out().includes('m2'), 'what was there');
    await made.store.cleanUp(`${made.home}/history`);
    const { code, stdout, stderr } = await following.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The army was dismissed.\n' });
    for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
  });

  it('uses no processor time while it waits', async () => {
    const made = await army();
    const following = startOvld(made, ['log', '-f']);
    await waitFor(() => following.out().includes('m2'), 'what was there');
    const ticks = (): number => {
      const stat = readFileSync(`/proc/${following.child.pid}/stat`, 'utf8').split(') ')[1] ?? '';
      const fields = stat.split(' ');
      return Number(fields[11]) + Number(fields[12]);
    };
    // What V8 does after a start is over when two looks in a row see nothing done.
    let before = -1;
    await waitFor(async () => {
      const now = ticks();
      const still = now === before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return still;
    }, 'a process that rests');
    following.child.kill('SIGTERM');
    expect(await following.ended).toMatchObject({ code: 0 });
  });
});
