import type { Command } from '../mux.ts';
import { currentWindow, tmux, type Server } from './commands.ts';

/** In the army's own session: whoever looks at it sees the pane, or will when they come back. */
export const select = (server: Server, pane: string): Command =>
  tmux(server, ['select-window', '-t', pane], ['select-pane', '-t', pane]);

/** The clients that look at the session of a pane, each with when it was last used. */
export const clientsAround = (server: Server, pane: string): Command =>
  tmux(server, ['list-clients', '-t', pane, '-F', '#{client_activity} #{client_name}']);

/** The one that was used last: that is whoever asked for it. None where nobody looks at that session. */
export function lastUsed(listing: string): string | undefined {
  const clients = listing.split('\n').flatMap((line) => {
    const [, used, name] = /^(\d+) (.+)$/.exec(line) ?? [];
    return used && name ? [{ used: Number(used), name }] : [];
  });
  return clients.sort((a, b) => b.used - a.used)[0]?.name;
}

/** By name: left to itself, tmux moves anybody's client where the asking session has none. */
export const switchTo = (server: Server, client: string, session: string): Command =>
  tmux(server, ['switch-client', '-c', client, '-t', currentWindow(session)]);
