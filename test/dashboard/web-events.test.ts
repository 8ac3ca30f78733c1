import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LetterSight } from '../../src/lookout/picture.ts';
import { fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { serve } from '../support/web-server.ts';
import { ask, listen } from '../support/web-request.ts';

const nextLetter = (letters: readonly LetterSight[], id: string): LetterSight => ({
  ...(letters.at(-1) as LetterSight),
  id,
  stage: 'stored',
});

describe('the event stream', () => {
  test('sends the whole picture first, then only what changed', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const page = listen(web);
    const first = await page.next('picture');
    expect(first.data).toEqual(JSON.parse(JSON.stringify(lookout.picture())));

    const { letters, roles } = lookout.picture();
    const fresh = nextLetter(letters, 'new');
    const storm = { ...roles[5]!, unread: 7 };
    lookout.change(['letters', 'roles'], {
      letters: [...letters, fresh],
      roles: roles.map((role) => (role.role === 'storm' ? storm : { ...role })),
    });
    const { data } = await page.next('change');
    expect(data).toEqual(JSON.parse(JSON.stringify({ letters: [fresh], roles: [storm] })));

    lookout.change(['letters'], {
      letters: lookout
        .picture()
        .letters.map((one) => (one.id === 'new' ? { ...one, stage: 'fetched' } : one)),
    });
    expect((await page.next('change')).data).toMatchObject({
      letters: [{ id: 'new', stage: 'fetched' }],
    });
  });

  test('sends nothing when nothing changed, and null for a board that is gone', async () => {
    const lookout = fakeLookout();
    const page = listen(await serve(lookout));
    await page.next('picture');
    lookout.change(['letters', 'roles']);
    lookout.change(['board'], { board: undefined });
    expect((await page.next('change')).data).toEqual({ board: null });
    expect(page.heard.map(({ event }) => event)).toEqual(['picture', 'change']);
  });

  test('serves several viewers; a later one gets the current picture', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const one = listen(web);
    await one.next('picture');
    lookout.change(['person'], { person: { unread: 5 } });
    await one.next('change');
    const other = listen(web);
    expect((await other.next('picture')).data).toMatchObject({ person: { unread: 5 } });
    lookout.change(['person'], { person: { unread: 6 } });
    for (const page of [one, other]) {
      expect((await page.next('change')).data).toEqual({ person: { unread: 6 } });
    }
  });

  test('sends many changes in few events, and none is missing', async () => {
    const lookout = fakeLookout();
    const page = listen(await serve(lookout));
    await page.next('picture');
    for (let i = 0; i < 500; i += 1) {
      const { letters } = lookout.picture();
      lookout.change(['letters'], { letters: [...letters, nextLetter(letters, `s${i}`)] });
    }
    const ids = (): Set<string> =>
      new Set(
        page.heard.flatMap(({ event, data }) =>
          event === 'change'
            ? (data as { letters: LetterSight[] }).letters.map(({ id }) => id)
            : [],
        ),
      );
    await waitFor(() => ids().size === 500, 'all 500');
    expect(page.heard.length).toBeLessThan(100);
  });

  test('announces its end, and every connection is closed', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const page = listen(web);
    await page.next('picture');
    await web.close('over');
    expect((await page.next('end')).data).toEqual({ why: 'over' });
    await waitFor(() => page.ended(), 'the stream to end');
    expect(lookout.watchers).toBe(0);
    await expect(ask(web, {})).rejects.toThrow(/ECONNREFUSED/);
  });

  test('ends although a viewer does not read', async () => {
    const web = await serve(fakeLookout());
    const { port, url } = web;
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.pause();
    const token = new URL(url).searchParams.get('token') ?? '';
    const head = [
      'GET /events HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await waitFor(() => socket.bytesWritten > 0, 'the request to be sent');
    await web.close('stopped');
  });

  test('sends a picture with hostile words as one event', async () => {
    const picture = somePicture();
    const [first, ...rest] = picture.letters;
    const subject = 'a\n\nevent: end\ndata: {}\n\n\r\n\r\n\u2028';
    const page = listen(
      await serve(fakeLookout({ ...picture, letters: [{ ...first!, subject }, ...rest] })),
    );
    const { data } = await page.next('picture');
    expect((data as { letters: LetterSight[] }).letters[0]?.subject).toBe(subject);
    expect(page.heard).toHaveLength(1);
  });
});
