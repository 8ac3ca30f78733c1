import fs from 'node:fs';
import type { Formation } from '../army/formation.ts';
import { startingEnv, type Env } from '../config/env.ts';
import { alertTexts } from '../i18n/alert.ts';
import { exec, type Execution } from '../kit/exec.ts';
import type { Log } from '../kit/log.ts';
import type { Alert } from '../relay/alert.ts';

const BELL = '\u0007';
/** Longer takes no program that only shows something. */
const NOTIFY_MS = 5_000;

export interface Notifying {
  env: Env;
  session: string;
  formation: Pick<Formation, 'language' | 'notify'>;
  /** Whose terminal rings, where this process has none: the agent that started it. */
  agentPid: number;
  log: Log;
  platform?: NodeJS.Platform;
}

/** Tells a person, in every way they want to be told. What fails is a line in the log. */
export async function tellPerson(notifying: Notifying, alert: Alert): Promise<void> {
  const { formation, agentPid, log } = notifying;
  const { bell } = formation.notify;
  if (bell && !ring(agentPid)) log('alert: there is no terminal to ring');
  const programs = executions(notifying, alert);
  await Promise.all(
    programs.map(async (execution) => {
      const { code, missing, timedOut } = await exec(execution, {
        timeoutMs: NOTIFY_MS,
        aside: true,
      });
      // A desktop without its program is one that shows nothing: that is no trouble.
      if (code === 0 || (missing && execution.program === NOTIFY_SEND)) return;
      const why = missing ? 'not found' : timedOut ? 'took too long' : `ended with ${code}`;
      log(`alert: ${execution.program} ${why}`);
    }),
  );
}

const NOTIFY_SEND = 'notify-send';

export function executions(
  { env, session, formation, platform = process.platform }: Notifying,
  { kind, role }: Alert,
): Execution[] {
  const { desktop, command } = formation.notify;
  const message = alertTexts[formation.language][kind](role);
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
    ...(desktop ? desktopOf(env, platform, title, message) : []),
    ...(program === undefined ? [] : [{ program, args }]),
  ].map((one) => ({ ...one, env: given }));
}

const DISPLAYS = ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'];

/** The words are arguments of their own: nothing reads them as a script. */
function desktopOf(env: Env, platform: NodeJS.Platform, title: string, message: string) {
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

/**
 * One byte to the terminal the agent is seen in; the multiplexer passes it on to whoever looks. False
 * where there is none.
 */
function ring(agentPid: number): boolean {
  return ['/dev/tty', `/proc/${agentPid}/fd/1`, `/proc/${agentPid}/fd/2`].some(ringAt);
}

function ringAt(path: string): boolean {
  try {
    // Never to wait for a reader, and never to make this process belong to that terminal.
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
