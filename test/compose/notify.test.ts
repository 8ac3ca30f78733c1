import { describe, expect, it } from 'vitest';
import { usualNotify, type Notify } from '../../src/army/formation.ts';
import { alertKinds } from '../../src/army/human.ts';
import { executions, tellPerson, type Notifying } from '../../src/compose/notify.ts';
import type { Alert } from '../../src/relay/alert.ts';
import { alertFile } from '../support/alert-file.ts';
import { tempDir } from '../support/temp.ts';

const alert: Alert = { kind: 'waits', role: 'storm', event: '1' };

function notifying(notify: Partial<Notify>, more: Partial<Notifying> = {}) {
  const logged: string[] = [];
  const order: Notifying = {
    env: { PATH: '/usr/bin:/bin' },
    session: 'overlord',
    formation: { language: 'en', notify: { ...usualNotify, bell: false, ...notify } },
    agentPid: 0,
    log: (line) => void logged.push(line),
    platform: 'linux',
    ...more,
  };
  return { order, logged };
}

describe('a person is told', () => {
  it.each<[string, Partial<Notify>, Partial<Notifying>, string[]]>([
    ['nothing without a display', {}, {}, []],
    ['nothing where they do not want it', { desktop: false }, { env: { DISPLAY: ':0' } }, []],
    ['by the desktop of X', {}, { env: { DISPLAY: ':0' } }, ['notify-send']],
    ['by that of Wayland', {}, { env: { WAYLAND_DISPLAY: 'w' } }, ['notify-send']],
    ['by that of the bus', {}, { env: { DBUS_SESSION_BUS_ADDRESS: 'b' } }, ['notify-send']],
    ['by that of a Mac', {}, { platform: 'darwin' }, ['osascript']],
    ['by their command', { command: ['say', 'it'] }, {}, ['say']],
    ['by both', { command: ['say'] }, { env: { DISPLAY: ':0' } }, ['notify-send', 'say']],
  ])('%s', (_how, notify, more, programs) => {
    const planned = executions(notifying(notify, more).order, alert);
    expect(planned.map(({ program }) => program)).toEqual(programs);
  });

  it.each(['en', 'ja'] as const)(
    'in a sentence of ours, as data and never as a script: %s',
    (language) => {
      const { order } = notifying(
        { command: ['say', '$OVLD_ALERT_ROLE; rm'] },
        { platform: 'darwin' },
      );
      for (const kind of alertKinds) {
        const planned = executions(
          { ...order, formation: { ...order.formation, language } },
          { kind, role: 'storm', event: '1', id: 'i' },
        );
        for (const { env } of planned) {
          expect(env).toMatchObject({
            OVLD_ALERT_KIND: kind,
            OVLD_ALERT_ROLE: 'storm',
            OVLD_ALERT_SESSION: 'overlord',
            OVLD_ALERT_MESSAGE: expect.stringMatching(/^storm .*[.。]$/),
          });
        }
        const [mac, own] = planned;
        expect(mac?.args.slice(-2)).toEqual([mac?.env['OVLD_ALERT_MESSAGE'], 'ovld: overlord']);
        expect(own?.args).toEqual(['$OVLD_ALERT_ROLE; rm']);
      }
    },
  );

  it('by a program that gets nothing of the relay it was started by', () => {
    const env = { HOME: '/h', OVLD_ROLE: 'storm', OVLD_RELAY_DIR: '/r', OVLD_SESSION: 's' };
    const [own] = executions(notifying({ command: ['say'] }, { env }).order, alert);
    expect(own?.env).toMatchObject({ HOME: '/h' });
    expect(Object.keys(own?.env ?? {})).not.toContain('OVLD_ROLE');
  });

  it('whatever fails: it is a line in the log', async () => {
    const { command, alerts } = alertFile(tempDir());
    await tellPerson(notifying({ command }).order, alert);
    expect(alerts()).toEqual(['waits|storm|overlord|storm waits for your permission.']);
    for (const [argv, line] of [
      [['/nowhere'], 'alert: /nowhere not found'],
      [['false'], 'alert: false ended with 1'],
    ] as const) {
      const { order, logged } = notifying(
        { command: [...argv] },
        { env: { PATH: '/usr/bin:/bin', DISPLAY: ':0' } },
      );
      await tellPerson(order, alert);
      expect(logged.filter((one) => !one.includes('notify-send'))).toEqual([line]);
    }
  });
});
