import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from 'virtual:commands';
import { cliArmy, ovld, runningArmy, type CliArmy } from '../../support/cli-army.ts';
import { tempDir } from '../../support/temp.ts';

/** Each command that takes `--session` and may change an army, as it is typed. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  send: ['send', 'storm', 'go', 'on'],
  hold: ['hold', 'storm'],
  release: ['release'],
  pause: ['pause'],
  unpause: ['unpause'],
  restart: ['restart', 'storm'],
  inject: ['inject'],
  unsummon: ['unsummon', '--force'],
  watch: ['watch'],
  dashboard: ['dashboard', '--web'],
  inbox: ['inbox', '--take'],
};
const SHOWING: Readonly<Record<string, readonly string[]>> = {
  status: ['status'],
  log: ['log'],
  inbox: ['inbox'],
};
/** A terminal is asked for first; summon takes a name for an army of its own; a board needs no army. */
const APART = ['attach', 'summon', 'board'];

/** The same person in a folder that has no army. */
const elsewhere = (army: CliArmy): CliArmy => ({ ...army, home: realpathSync(tempDir()) });

const filesOf = (army: CliArmy): string[] =>
  readdirSync(army.dir, { recursive: true }).map(String).toSorted();

async function addArmy({ home }: CliArmy, session: string, folder: string): Promise<void> {
  const relayDir = join(home, '.config/ovld/sessions', session, 'relay');
  const record = { session, folder, formation: 'overlord', mux: 'tmux', relay_dir: relayDir };
  const document = { ...record, started_at: new Date().toISOString() };
  writeFileSync(join(home, `.config/ovld/armies/${session}.json`), JSON.stringify(document));
}

describe('in a folder without an army', () => {
  it('every command that takes --session is known to change or to show', () => {
    const taking = Object.entries(commands)
      .filter(([, { options = {} }]) => 'session' in options)
      .map(([name]) => name);
    const known = [...Object.keys(CHANGING), ...Object.keys(SHOWING), ...APART];
    expect(taking.toSorted()).toEqual([...new Set(known)].toSorted());
  });

  it.each(Object.values(CHANGING))(
    '[session.which-army.2] `%s %s` changes nothing, and names the army with the line to type',
    async (...args) => {
      const army = await cliArmy();
      const before = filesOf(army);
      const away = elsewhere(army);
      const { code, stdout, stderr } = await ovld(away, ...args);
      const typed = args[0] === 'send' ? 'send storm --session overlord go on' : undefined;
      expect({ code, stdout, stderr }).toEqual({
        code: 3,
        stdout: '',
        stderr: [
          `ovld: no army was summoned in ${away.home}`,
          '  → ovld summon raises one here; to mean the army of another folder, type:',
          `    ${army.home}`,
          `      ovld ${typed ?? `${args.join(' ')} --session overlord`}`,
          '',
        ].join('\n'),
      });
      expect(filesOf(army)).toEqual(before);
      expect(readdirSync(join(army.home, '.config/ovld/armies'))).toEqual(['overlord.json']);
    },
  );

  it.each(Object.values(SHOWING))(
    '[session.which-army.3] `%s` shows the only army there is, and says so; of several it names each',
    async (...args) => {
      const army = await cliArmy();
      const away = elsewhere(army);
      const shown = await ovld(away, ...args);
      expect(shown.code).toBe(0);
      expect(shown.stderr).toBe(`No army was summoned here. This is overlord of ${army.home}:\n`);
      await addArmy(army, 'other', '/elsewhere');
      const several = await ovld(away, ...args);
      expect(several).toMatchObject({ code: 3, stdout: '' });
      expect(several.stderr).toContain(`      ovld ${args.join(' ')} --session other\n`);
      expect(several.stderr).toContain(`      ovld ${args.join(' ')} --session overlord\n`);
    },
  );

  it('the lines are in JSON too, and in Japanese', async () => {
    const army = await cliArmy({ OVLD_LANG: 'ja' });
    const away = elsewhere(army);
    const { code, stderr } = await ovld(away, 'hold', 'storm', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'army_not_here',
        what: `${away.home} で召喚された軍はありません`,
        hint: 'ovld summon でここに召喚できます。別のフォルダーの軍なら、次のように打ってください:',
        folder: away.home,
        armies: [
          {
            session: 'overlord',
            folder: army.home,
            line: 'ovld hold storm --json --session overlord',
          },
        ],
      },
    });
  });

  it.each([
    [['send', 'storm', "it's; $(x)"], "ovld send storm --session overlord 'it'\\''s; $(x)'"],
    [['send', 'storm', '--', '-x'], 'ovld send storm --session overlord -- -x'],
    [['send', 'storm', 'a\nb'], 'ovld send storm --session overlord …'],
    [['send', 'storm', 'x'.repeat(500)], 'ovld send storm --session overlord …'],
    [['--lang', 'en', 'hold', 'storm'], 'ovld --lang en hold storm --session overlord'],
    [['inbox', '--take', 'a', 'b'], 'ovld inbox --take a b --session overlord'],
  ])('%j is given back as it can be typed', async (args, line) => {
    const { stderr } = await ovld(elsewhere(await cliArmy()), ...args);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`      ${line}`);
  });
});

describe('below the folder of an army', () => {
  const below = async (...made: string[]): Promise<CliArmy> => {
    const army = await runningArmy();
    for (const dir of ['lib/deep', ...made]) mkdirSync(join(army.home, dir), { recursive: true });
    return { ...army, home: join(army.home, 'lib/deep') };
  };

  it('[session.which-army.1] its checkout has that army', async () => {
    const deep = await below('.git');
    expect(await ovld(deep, 'hold', 'storm')).toMatchObject({ code: 0, stderr: '' });
    expect(await ovld(deep, 'inbox')).toMatchObject({ code: 0, stderr: '' });
    expect((await ovld(deep, 'complete', 'bash', 'hold', 'st')).stdout).toContain('storm');
  });

  it.each([
    ['without a checkout', []],
    ['in a checkout of its own', ['.git', 'lib/.git']],
  ])('%s it is the army of another folder', async (_, made) => {
    const deep = await below(...made);
    expect(await ovld(deep, 'hold', 'storm')).toMatchObject({ code: 3, stdout: '' });
    expect((await ovld(deep, 'complete', 'bash', 'hold', 'st')).stdout).toBe('');
  });

  it('a board that is above and has an army there is not written to from outside its checkout', async () => {
    const deep = await below('.ovld/queue');
    const refused = await ovld(deep, 'board', '--json');
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'army_not_here' } });
  });
});
