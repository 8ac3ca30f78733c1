import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliArmy, ovld } from '../../support/cli-army.ts';

const EVALUATE = ['task', 'evaluate', 'subtask_001'];

describe('ovld board, task and knowledge', () => {
  it.each([
    ['board', 'nonsense'],
    ['board', '--nonsense'],
    ['board', 'issue', 'x', '--priority', 'urgent'],
    ['task'],
    ['task', 'dance'],
    ['task', 'show'],
    ['task', 'get'],
    ['task', 'update', 'subtask_001'],
    ['task', 'update', 'subtask_001', '--status', 'done'],
    ['task', 'report', 'subtask_001', '--status', 'ready'],
    [...EVALUATE, '--scores', '6,5,5'],
    [...EVALUATE, '--scores', '5,5'],
    [...EVALUATE, '--learnt', 'wisdom:x'],
    ['knowledge'],
    ['knowledge', 'search', 'x', '--limit', '0'],
    ['knowledge', 'search', 'x', '--type', 'song'],
    ['board', '--session', '../x'],
  ])('reject %j %j %j as a usage error', async (...args) => {
    const army = await cliArmy();
    const { code, stdout, stderr } = await ovld(army, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^ovld: \S/m);
  });

  it('tell people and programs that an army has no board', async () => {
    const army = await cliArmy();
    const told = await ovld(army, 'board');
    expect(told).toMatchObject({ code: 1, stdout: '' });
    expect(told.stderr).toContain('the army overlord has no board');
    const { stderr } = await ovld(army, 'task', 'list', '--json');
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'board_off', session: 'overlord' } });
    const japanese = await cliArmy({ OVLD_LANG: 'ja' });
    expect((await ovld(japanese, 'board')).stderr).toContain('掲示板がありません');
  });

  it('accept an army by its name, and each command accepts only its own flags', async () => {
    const army = await cliArmy();
    for (const args of [['board'], ['board', 'issue'], ['task', 'list'], ['knowledge', 'list']]) {
      expect(await ovld(army, ...args, '--session', 'nobody')).toMatchObject({ code: 3 });
      expect(await ovld(army, ...args, '--session', 'overlord')).toMatchObject({ code: 1 });
    }
  });

  it("never mean another folder's army, and look for the formation that is named", async () => {
    const army = await cliArmy();
    const home = join(army.home, 'elsewhere');
    mkdirSync(home);
    const none = await ovld({ ...army, home }, 'board', '--formation', 'phalanx');
    expect(none).toMatchObject({ code: 3, stdout: '' });
    expect(none.stderr).toContain('phalanx');
    const off = await ovld({ ...army, home }, 'board', '--formation', 'overlord');
    expect(off).toMatchObject({ code: 1 });
    expect(off.stderr).toContain('overlord has no board');
  });

  it.each(['en', 'ja'])('have help in %s', async (language) => {
    const army = await cliArmy({ OVLD_LANG: language });
    for (const args of [
      ['board'],
      ['board', 'issue'],
      ['task'],
      ['task', 'report'],
      ['knowledge'],
    ]) {
      const { code, stdout } = await ovld(army, ...args, '--help');
      expect(code).toBe(0);
      expect(/[\u3040-\u30ff]/.test(stdout)).toBe(language === 'ja');
    }
  });
});
