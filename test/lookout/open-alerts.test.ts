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

it('of alerts those that are still so are open: who needs the person first, each matter once', () => {
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

it('what was read is no news', () => {
  const picture = pictureOf([alert('wrote', 'inferno', 5, 'a')], { person: { unread: 0 } });
  expect(openAlerts(picture)).toEqual([]);
});
