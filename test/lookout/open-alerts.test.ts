import { expect, it } from 'vitest';
import type { AlertSight, Picture } from '../../src/lookout/picture.ts';
import { openAlerts } from '../../src/lookout/open-alerts.ts';
import { somePicture } from '../support/pictures.ts';

const alert = (
  kind: AlertSight['kind'],
  role: string,
  second: number,
  id?: string,
): AlertSight => ({
  kind,
  role,
  at: `2026-11-16T03:00:${String(second).padStart(2, '0')}.000Z`,
  id,
});

function pictureOf(alerts: AlertSight[], change: Partial<Picture> = {}): Picture {
  const usual = somePicture();
  const roles = usual.roles.map((one) => ({
    ...one,
    agent: one.role === 'glacier' ? ('waiting' as const) : ('idle' as const),
    asks: undefined,
    unreachable: one.role === 'shadow',
  }));
  return { ...usual, roles, letters: [], person: { unread: 1 }, ...change, alerts };
}

const named = (alerts: readonly AlertSight[]): string[] =>
  alerts.map(({ kind, role, at }) => `${kind} ${role} ${at.slice(17, 19)}`);

it('the open alerts are those still true: roles that need the person first, each matter once', () => {
  const picture = pictureOf([
    alert('waits', 'glacier', 1),
    alert('waits', 'storm', 2),
    alert('died', 'inferno', 3),
    alert('unreachable', 'shadow', 4),
    alert('wrote', 'inferno', 5, 'a'),
    alert('wrote', 'inferno', 6, 'b'),
  ]);
  expect(named(openAlerts(picture))).toEqual([
    'unreachable shadow 04',
    'waits glacier 01',
    'wrote inferno 06',
  ]);
});

it('an alert for mail that was read is not open', () => {
  const picture = pictureOf([alert('wrote', 'inferno', 5, 'a')], { person: { unread: 0 } });
  expect(openAlerts(picture)).toEqual([]);
});

it('an alert for two that loop is open while their exchange is slowed', () => {
  const loops = { ...alert('loops', 'inferno', 5), between: ['inferno', 'storm'] as const };
  const { roles } = pictureOf([]);
  const held = [{ by: 'guard' as const, since: loops.at, until: loops.at, with: 'storm' }];
  const slowed = roles.map((one) => (one.role === 'inferno' ? { ...one, held } : one));
  expect(openAlerts(pictureOf([loops], { roles: slowed }))).toEqual([loops]);
  const over = roles.map((one) => ({ ...one, held: [] }));
  expect(openAlerts(pictureOf([loops], { roles: over }))).toEqual([]);
});
