import { paints } from '../../src/demo/narrator.ts';
import { deskTexts, type Desk } from '../../src/cli/board/desk.ts';
import { bastionOf } from './bastion.ts';
import { fakeWork } from './fake-board.ts';

/** A person at a board in memory; what was printed is taken with `out`. */
export function fakeDesk({
  language = 'en',
  alone = false,
  files = {},
}: {
  language?: 'en' | 'ja';
  /** No army stands in the folder. */
  alone?: boolean;
  files?: Record<string, string>;
} = {}) {
  const formation = bastionOf(2, { language });
  const work = fakeWork(formation);
  let printed = '';
  const desk: Desk = {
    texts: deskTexts(language),
    open: async () => ({
      work,
      formation,
      folder: '/home/me/castle',
      session: alone ? undefined : 'bastion',
    }),
    write: (text) => void (printed += text),
    read: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    paint: paints(false),
  };
  const out = (): string => {
    const text = printed;
    printed = '';
    return text;
  };
  return { desk, work, out, json: (): unknown => JSON.parse(out()) };
}
