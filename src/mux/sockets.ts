import { join } from 'node:path';
import { SOCKET_BYTES, socketDirOf, socketPath } from './zellij/server.ts';

/** Where each multiplexer puts its sockets, and the variable that moves the folder. */
export function socketPlaces(env: Readonly<Record<string, string | undefined>>) {
  const zellij = socketDirOf(env);
  const tmux = join(env['TMUX_TMPDIR'] || '/tmp', `tmux-${process.getuid?.()}`);
  return [
    {
      program: 'zellij' as const,
      dir: zellij,
      variable: 'ZELLIJ_SOCKET_DIR',
      limit: SOCKET_BYTES,
      pathOf: (session: string) => socketPath(zellij, session),
    },
    {
      program: 'tmux' as const,
      dir: tmux,
      variable: 'TMUX_TMPDIR',
      limit: SOCKET_BYTES,
      // One socket for all sessions.
      pathOf: () => join(tmux, 'default'),
    },
  ];
}
