import { describe, expect, test } from 'vitest';
import { openDrafts, type Draft } from '../../src/dashboard/web/view/drafts.ts';

function shelf() {
  const things = new Map<string, string>();
  return {
    things,
    getItem: (name: string) => things.get(name) ?? null,
    setItem: (name: string, value: string) => void things.set(name, value),
  };
}
const army = 'overlord';
const draft = (to: string, body: string): Draft => ({ to, subject: 's', body, urgent: false });

describe('unsent letters of the page', () => {
  test('are kept for each recipient and each answered message', () => {
    const drafts = openDrafts(shelf());
    drafts.keep({ army, to: 'storm' }, draft('storm', 'a'), undefined);
    drafts.keep({ army, to: 'storm', answering: 'm1' }, draft('storm', 'b'), undefined);
    expect(drafts.find({ army, to: 'inferno' })).toBeUndefined();
    expect(drafts.find({ army, to: 'storm' })).toMatchObject({ body: 'a' });
    expect(drafts.find({ army, to: 'storm', answering: 'm1' })).toMatchObject({ body: 'b' });
    expect(drafts.find({ army, to: 'storm', answering: 'm2' })).toBeUndefined();
    expect(drafts.find({ army })).toMatchObject({ to: 'storm', body: 'a' });
    expect(drafts.find({ army: 'bastion' })).toBeUndefined();
  });

  test('are not replaced by another that is readdressed to their recipient', () => {
    const drafts = openDrafts(shelf());
    drafts.keep({ army, to: 'storm' }, draft('storm', 'for storm'), undefined);
    const begun = drafts.keep({ army, to: 'shadow' }, draft('shadow', 'x'), undefined);
    const turned = drafts.keep({ army, to: 'shadow' }, draft('storm', 'x'), begun);
    expect(drafts.find({ army, to: 'shadow' })).toBeUndefined();
    expect(drafts.find({ army, to: 'storm' })).toMatchObject({ body: 'x' });
    drafts.drop(turned);
    expect(drafts.find({ army, to: 'storm' })).toMatchObject({ body: 'for storm' });
  });

  test('are there after a reload; a broken store of them counts as empty', () => {
    const place = shelf();
    openDrafts(place).keep({ army, to: 'storm' }, draft('storm', 'a'), undefined);
    expect(openDrafts(place).find({ army, to: 'storm' })).toMatchObject({ body: 'a' });
    for (const broken of ['{', '{}', '[1, {"to": 1}]']) {
      place.things.set('ovld-drafts', broken);
      expect(openDrafts(place).find({ army })).toBeUndefined();
    }
    const drafts = openDrafts({
      ...place,
      setItem() {
        throw new Error('full');
      },
    });
    drafts.keep({ army, to: 'storm' }, draft('storm', 'a'), undefined);
    expect(drafts.find({ army, to: 'storm' })).toMatchObject({ body: 'a' });
  });
});
