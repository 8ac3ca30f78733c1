import { expect, test } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { openMailNews } from '../../src/dashboard/web/view/mail-news.ts';
import type { LetterSight, Picture } from '../../src/lookout/picture.ts';
import { AT, somePicture } from '../support/fake-lookout.ts';

const mail = (from: string, more: Partial<LetterSight> = {}): LetterSight => ({
  ...somePicture().letters[0]!,
  id: from,
  from,
  to: HUMAN,
  stage: 'stored',
  fetchedAt: undefined,
  acknowledgedAt: undefined,
  ...more,
});
const picture = (unread: number, ...letters: LetterSight[]): Picture => ({
  ...somePicture(),
  person: { unread },
  letters,
});
const a = mail('storm');
const b = mail('shadow');
const read = (letter: LetterSight): LetterSight => ({ ...letter, fetchedAt: AT });
const toOther = mail('glacier', { to: 'inferno' });

const cases: [name: string, pictures: Picture[], told: (string | undefined)[]][] = [
  ['what is there at first is old', [picture(1, a)], [undefined]],
  ['both at once', [picture(0), picture(1, a)], [undefined, 'storm']],
  [
    'the letter, then the count',
    [picture(0), picture(0, a), picture(1, a), picture(1, a)],
    [undefined, undefined, 'storm', undefined],
  ],
  [
    'the count, then the letter',
    [picture(0), picture(1), picture(1, a), picture(1, a)],
    [undefined, undefined, 'storm', undefined],
  ],
  [
    'after one was read, the next one',
    [picture(1, a), picture(0, read(a)), picture(0, read(a), b), picture(1, read(a), b)],
    [undefined, undefined, undefined, 'shadow'],
  ],
  [
    'a count that rises for a letter that is not known yet names no older one',
    [picture(1, a, b), picture(0, a, read(b)), picture(2, a, read(b))],
    [undefined, undefined, undefined],
  ],
  [
    'what is written to others is not theirs',
    [picture(0), picture(0, toOther), picture(1, toOther), picture(1, a, toOther)],
    [undefined, undefined, undefined, 'storm'],
  ],
];

test.each(cases)('new mail on the page is announced correctly: %s', (_name, pictures, told) => {
  const news = openMailNews();
  expect(pictures.map(news)).toEqual(told);
});
