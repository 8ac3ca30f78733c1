import fs from 'node:fs';
import type { Formation } from '../army/formation.ts';
import { startingEnv, type Env } from '../config/env.ts';
import { alertTexts } from '../i18n/alert.ts';
import { exec, type Execution } from '../kit/exec.ts';
import type { Log } from '../kit/log.ts';
import type { Alert } from '../relay/alert.ts';

const BELL = '\u0007';
/** A program that only shows a notification is killed after this. */
const NOTIFY_MS = 5_000;

export interface NotifyOptions {
  env: Env;
  session: string;
  formation: Pick<Formation, 'language' | 'notify'>;
  /** The agent that started this process: its terminal rings where this process has none. */
  agentPid: number;
  log: Log;
  platform?: NodeJS.Platform;
}

/** Notifies the person in every way the formation names. A failure is a line in the log. */
export async function notifyPerson(options: NotifyOptions, alert: Alert): Promise<void> {
  const { formation, agentPid, log } = options;
  if (formation.notify.bell && !ringTerminal(agentPid)) log('alert: there is no terminal to ring');
  await Promise.all(
    planNotifications(options, alert).map(async (execution) => {
      const { code, missing, timedOut } = await exec(execution, {
        timeoutMs: NOTIFY_MS,
        aside: true,
      });
      // A desktop without notify-send shows no notifications: not an error.
      if (code === 0 || (missing && execution.program === NOTIFY_SEND)) return;
      const why = missing ? 'not found' : timedOut ? 'took too long' : `ended with ${code}`;
      log(`alert: ${execution.program} ${why}`);
    }),
  );
}

const NOTIFY_SEND = 'notify-send';

/** The programs to run, each with its arguments and environment. */
export function planNotifications(
  { env, session, formation, platform = process.platform }: NotifyOptions,
  { kind, role, between }: Alert,
): Execution[] {
  const { desktop, command } = formation.notify;
  const message = alertTexts[formation.language][kind](role, between?.[1] ?? '');
  const given = {
    ...startingEnv(env),
    OVLD_ALERT_KIND: kind,
    OVLD_ALERT_ROLE: role,
    OVLD_ALERT_SESSION: session,
    OVLD_ALERT_MESSAGE: message,
  };
  const title = `ovld: ${session}`;
  const [program, ...args] = command ?? [];
  return [
    ...(desktop ? planDesktop(env, platform, title, message) : []),
    ...(program === undefined ? [] : [{ program, args }]),
  ].map((one) => ({ ...one, env: given }));
}

const DISPLAYS = ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'];

/** Title and message are arguments of their own: no program reads them as a script. */
function planDesktop(env: Env, platform: NodeJS.Platform, title: string, message: string) {
  if (platform === 'darwin') {
    const script = [
      'on run argv',
      'display notification (item 1 of argv) with title (item 2 of argv)',
      'end run',
    ];
    return [
      { program: 'osascript', args: [...script.flatMap((line) => ['-e', line]), message, title] },
    ];
  }
  if (DISPLAYS.every((variable) => (env[variable] ?? '') === '')) return [];
  return [{ program: NOTIFY_SEND, args: ['--app-name=ovld', '--', title, message] }];
}

/** Writes one byte to the agent's terminal; the multiplexer passes it on. False where there is no terminal. */
const ringTerminal = (agentPid: number): boolean =>
  ['/dev/tty', `/proc/${agentPid}/fd/1`, `/proc/${agentPid}/fd/2`].some(writeBell);

function writeBell(path: string): boolean {
  try {
    // Does not wait for a reader, and does not make it this process's controlling terminal.
    const flags = fs.constants.O_WRONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY;
    const file = fs.openSync(path, flags);
    try {
      const isTerminal = process.getBuiltinModule('node:tty').isatty(file);
      if (isTerminal) fs.writeSync(file, BELL);
      return isTerminal;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return false;
  }
}
