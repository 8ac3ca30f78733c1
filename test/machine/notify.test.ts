import { describe, expect, it } from 'vitest';
import { usualNotify, type Notify } from '../../src/army/formation.ts';
import { alertKinds } from '../../src/army/human.ts';
import { notifyPerson, planNotifications, type NotifyOptions } from '../../src/machine/notify.ts';
import type { Alert } from '../../src/relay/alert.ts';
import { alertFile } from '../support/alert-file.ts';
import { tempDir } from '../support/temp.ts';

const alert: Alert = { kind: 'waits', role: 'storm', event: '1' };

function notifying(notify: Partial<Notify>, more: Partial<NotifyOptions> = {}) {
  const logged: string[] = [];
  const order: NotifyOptions = {
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

describe('the person is notified', () => {
  it.each<[string, Partial<Notify>, Partial<NotifyOptions>, string[]]>([
    ['by nothing without a display', {}, {}, []],
    ['by nothing where it is turned off', { desktop: false }, { env: { DISPLAY: ':0' } }, []],
    ['by the desktop of X', {}, { env: { DISPLAY: ':0' } }, ['notify-send']],
    ['by the desktop of Wayland', {}, { env: { WAYLAND_DISPLAY: 'w' } }, ['notify-send']],
    [
      'by the desktop of the session bus',
      {},
      { env: { DBUS_SESSION_BUS_ADDRESS: 'b' } },
      ['notify-send'],
    ],
    ['by the desktop of macOS', {}, { platform: 'darwin' }, ['osascript']],
    ['by the configured command', { command: ['say', 'it'] }, {}, ['say']],
    [
      'by the desktop and the command',
      { command: ['say'] },
      { env: { DISPLAY: ':0' } },
      ['notify-send', 'say'],
    ],
  ])('%s', (_how, notify, more, programs) => {
    const planned = planNotifications(notifying(notify, more).order, alert);
    expect(planned.map(({ program }) => program)).toEqual(programs);
  });

  it.each(['en', 'ja'] as const)(
    'with a sentence of ovld, as data and never as a script: %s',
    (language) => {
      const { order } = notifying(
        { command: ['say', '$OVLD_ALERT_ROLE; rm'] },
        { platform: 'darwin' },
      );
      for (const kind of alertKinds) {
        const planned = planNotifications(
          { ...order, formation: { ...order.formation, language } },
          { kind, role: 'storm', event: '1', id: 'i' },
        );
        for (const { env } of planned) {
          expect(env).toMatchObject({
            OVLD_ALERT_KIND: kind,
            OVLD_ALERT_ROLE: 'storm',
            OVLD_ALERT_SESSION: 'overlord',
            OVLD_ALERT_MESSAGE: expect.stringMatching(
              /^(?:The agent of |An entry in the inbox of )?storm .*[.。]$/,
            ),
          });
        }
        const [mac, own] = planned;
        expect(mac?.args.slice(-2)).toEqual([mac?.env['OVLD_ALERT_MESSAGE'], 'ovld: overlord']);
        expect(own?.args).toEqual(['$OVLD_ALERT_ROLE; rm']);
      }
    },
  );

  it("by a program that gets nothing of the relay's environment", () => {
    const env = { HOME: '/h', OVLD_ROLE: 'storm', OVLD_RELAY_DIR: '/r', OVLD_SESSION: 's' };
    const [own] = planNotifications(notifying({ command: ['say'] }, { env }).order, alert);
    expect(own?.env).toMatchObject({ HOME: '/h' });
    expect(Object.keys(own?.env ?? {})).not.toContain('OVLD_ROLE');
  });

  it('without failing: an error is a line in the log', async () => {
    const { command, alerts } = alertFile(tempDir());
    await notifyPerson(notifying({ command }).order, alert);
    expect(alerts()).toEqual(['waits|storm|overlord|storm waits for your permission.']);
    for (const [argv, line] of [
      [['/nowhere'], 'alert: /nowhere not found'],
      [['false'], 'alert: false ended with 1'],
    ] as const) {
      const { order, logged } = notifying(
        { command: [...argv] },
        { env: { PATH: '/usr/bin:/bin', DISPLAY: ':0' } },
      );
      await notifyPerson(order, alert);
      expect(logged.filter((one) => !one.includes('notify-send'))).toEqual([line]);
    }
  });
});
