import { isAbsolute } from 'node:path';
import { roleSchema, sessionSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Env } from './env.ts';

export interface RelaySettings {
  role: string;
  dir: string;
  session: string;
  /** The pane of the army's session this process was started in, if it was. */
  paneIn(mux: string): string | undefined;
}

export function relaySettings(env: Env): RelaySettings {
  const role = valid(env, 'OVLD_ROLE', (value) => roleSchema.safeParse(value).success);
  const dir = valid(env, 'OVLD_RELAY_DIR', (value) => isAbsolute(value) && !value.includes('\0'));
  const session = valid(env, 'OVLD_SESSION', (value) => sessionSchema.safeParse(value).success);
  return {
    role,
    dir,
    session,
    paneIn: (mux) => ownPane(env, mux, session),
  };
}

function valid(env: Env, variable: string, fits: (value: string) => boolean): string {
  const value = env[variable];
  if (value === undefined || value === '') throw new OvldError('env_missing', { variable });
  if (!fits(value)) throw new OvldError('env_invalid', { variable, value });
  return value;
}

/** Both multiplexers name a program's pane; Zellij also names the session, which must be ours. */
function ownPane(env: Env, mux: string, session: string): string | undefined {
  const tmuxPane = env['TMUX_PANE'] ?? '';
  if (mux === 'tmux') return /^%\d+$/.test(tmuxPane) ? tmuxPane : undefined;
  const zellijPane = env['ZELLIJ_PANE_ID'] ?? '';
  const ours = mux === 'zellij' && env['ZELLIJ_SESSION_NAME'] === session;
  return ours && /^\d+$/.test(zellijPane) ? `terminal_${zellijPane}` : undefined;
}
