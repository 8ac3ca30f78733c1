import { describe, expect, test } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import { AT, boardPicture, fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { serve } from '../support/web-server.ts';
import { ask } from '../support/web-request.ts';

const post = (path: string, value: object) => ({ path, body: JSON.stringify(value) });
const told = (text: string): string => (JSON.parse(text) as { told: string }).told;

describe('an action of the page', () => {
  const done: [path: string, given: object, act: object, says: RegExp][] = [
    [
      '/send',
      { to: 'storm', subject: 's', body: 'b\n', priority: 'urgent' },
      { act: 'send', to: 'storm', letter: { subject: 's', body: 'b\n', priority: 'urgent' } },
      /Stored for storm\. Being woken/,
    ],
    [
      '/send',
      { to: 'all', subject: 's', body: 'b' },
      { act: 'sendAll', letter: { subject: 's', body: 'b', priority: 'normal' } },
      /Stored for 6 of 6/,
    ],
    [
      '/send',
      { to: 'storm', body: '\n Sail at dawn \nquietly' },
      {
        act: 'send',
        to: 'storm',
        letter: { subject: 'Sail at dawn', body: '\n Sail at dawn \nquietly', priority: 'normal' },
      },
      /Stored for storm/,
    ],
    ['/ring', { role: 'glacier' }, { act: 'ring', role: 'glacier' }, /Ringing glacier/],
    ['/ring', { role: 'overlord' }, { act: 'ring', role: 'overlord' }, /no unread mail/],
    [
      '/hold',
      { role: 'overlord' },
      { act: 'hold', role: 'overlord' },
      /overlord is held: it is not rung/,
    ],
    ['/hold', { role: 'shadow' }, { act: 'hold', role: 'shadow' }, /held already/],
    [
      '/release',
      { role: 'shadow' },
      { act: 'release', role: 'shadow' },
      /shadow is no longer held/,
    ],
    ['/release', { role: 'storm' }, { act: 'release', role: 'storm' }, /was not held/],
    ['/show', { role: 'storm' }, { act: 'show', role: 'storm' }, /pane of storm/],
    ['/pause', {}, { act: 'pause' }, /The army is paused: mail/],
    ['/unpause', {}, { act: 'unpause' }, /The army is not paused/],
    ['/take', { ids: ['x1'] }, { act: 'take', ids: ['x1'] }, /read already/],
  ];
  test.each(done)('is done: %s %j', async (path, given, act, says) => {
    const lookout = fakeLookout();
    const answer = await ask(await serve(lookout), post(path, given));
    expect(answer.status).toBe(200);
    expect(told(answer.text)).toMatch(says);
    expect(lookout.acts).toEqual([act]);
  });

  test('that fails is reported in the words of every other entrance', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    lookout.fail('send', new OvldError('body_too_long', { bytes: 40_000, limit: 32_768 }));
    const letter = post('/send?lang=ja', { to: 'storm', subject: 's', body: 'b' });
    const answer = await ask(web, letter);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('body_too_long');
    expect(answer.text).toMatch(/[ぁ-ん]/);
    lookout.fail('show', new Error('boom'));
    const bug = await ask(web, post('/show', { role: 'storm' }));
    expect([bug.status, JSON.parse(bug.text)]).toMatchObject([500, { error: { code: 'bug' } }]);
  });

  test('that stores a message without raising its flag still succeeds', async () => {
    const lookout = fakeLookout();
    const held = {
      ...lookout,
      send: async () => ({ id: 'a', delivered: true as const, wake: { failed: 'held' as const } }),
    };
    const web = await serve(held);
    const answer = await ask(web, post('/send', { to: 'storm', subject: 's', body: 'b' }));
    expect(told(answer.text)).toMatch(/Stored for storm\. Not woken: /);
  });
});

describe('a message to all that some did not get', () => {
  const letter = post('/send', { to: 'all', subject: 's', body: 'b' });
  const error = new OvldError('store_unusable', { path: '/full', reason: 'ENOSPC' });
  test('is a failure, and names those roles', async () => {
    const lookout = fakeLookout();
    const sendAll: typeof lookout.sendAll = async () => [
      { to: 'storm', id: 'a', delivered: true, wake: 'ringing' },
      { to: 'shadow', delivered: false, error },
    ];
    const answer = await ask(await serve({ ...lookout, sendAll }), letter);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: {
        code: 'partly_sent',
        failed: ['shadow'],
        what: expect.stringMatching(/Stored for 1 of 2\. .*shadow/),
      },
    });
  });
});

describe('the page', () => {
  test('looks up a letter in full, and says when it is gone', async () => {
    const lookout = fakeLookout();
    const body = '<img src=x onerror=alert(1)>\u202e\u0007';
    lookout.hand({
      id: 'm1',
      from: 'storm',
      to: 'human',
      subject: 's',
      body,
      priority: 'normal',
      timestamp: AT,
    });
    const web = await serve(lookout);
    const whole = await ask(web, { path: '/letter?to=human&id=m1' });
    expect(JSON.parse(whole.text)).toMatchObject({ letter: { body } });
    expect(whole.headers['content-type']).toMatch(/^application\/json/);
    const gone = await ask(web, { path: '/letter?to=human&id=m2' });
    expect(JSON.parse(gone.text)).toEqual({ letter: null });
  });

  test("looks up the person's own unread mail, including what the picture no longer has", async () => {
    const lookout = fakeLookout();
    const old = {
      from: 'storm',
      to: 'human',
      subject: 's',
      priority: 'urgent',
      timestamp: AT,
    } as const;
    const inbox: typeof lookout.inbox = async (role) => [
      { ...old, id: `for-${role}`, body: 'secret', redelivered: 2 },
    ];
    const answer = await ask(await serve({ ...lookout, inbox }), { path: '/inbox' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      {
        letters: [
          {
            id: 'for-human',
            from: 'storm',
            to: 'human',
            subject: 's',
            priority: 'urgent',
            stage: 'stored',
            storedAt: AT,
            redelivered: 2,
          },
        ],
      },
    ]);
    lookout.fail('inbox', new OvldError('store_unusable', { path: '/gone', reason: 'ENOENT' }));
    const failed = await ask(await serve(lookout), { path: '/inbox?lang=ja' });
    expect([failed.status, failed.text]).toEqual([422, expect.stringContaining('store_unusable')]);
  });

  test('searches knowledge by words, and lists all of it without any', async () => {
    const lookout = fakeLookout();
    const entry = {
      id: 'lesson_001',
      type: 'lesson' as const,
      title: 't',
      content: 'c',
      tags: [],
      files: [],
    };
    lookout.knowledge.push({ entry, score: 1, matched: [] });
    const web = await serve(lookout);
    const found = await ask(web, { path: `/knowledge?q=${encodeURIComponent(' 城壁 wall ')}` });
    expect(JSON.parse(found.text)).toMatchObject({ hits: [{ entry: { id: 'lesson_001' } }] });
    await ask(web, { path: '/knowledge?q=' });
    expect(lookout.acts).toEqual([
      { act: 'search', query: { limit: 20, text: '城壁 wall' } },
      { act: 'search', query: { limit: 20 } },
    ]);
  });

  test('looks up a task, and says when there is none', async () => {
    const web = await serve(fakeLookout(boardPicture()));
    const found = await ask(web, { path: '/task?id=subtask_003' });
    expect(JSON.parse(found.text)).toMatchObject({ task: { task: { task_id: 'subtask_003' } } });
    const none = await ask(web, { path: '/task?id=subtask_999' });
    expect([none.status, JSON.parse(none.text)]).toMatchObject([
      422,
      { error: { code: 'unknown_task' } },
    ]);
  });

  test('looks up why a ring failed, in both languages', async () => {
    const web = await serve(fakeLookout(somePicture()));
    const [en, ja] = [
      await ask(web, { path: '/words' }),
      await ask(web, { path: '/words?lang=ja' }),
    ];
    expect(JSON.parse(en.text)).toHaveProperty('dialog_open');
    expect(ja.text).toMatch(/[ぁ-ん]/);
  });
});
