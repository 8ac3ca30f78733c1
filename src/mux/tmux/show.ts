import type { Command } from '../mux.ts';
import { currentWindow, tmux, type Server } from './commands.ts';

/** Selects the pane in the army's own session, for attached terminals and later ones. */
export const selectPane = (server: Server, pane: string): Command =>
  tmux(server, ['select-window', '-t', pane], ['select-pane', '-t', pane]);

/** The clients that look at the session of a pane, each with when it was last used. */
export const listClients = (server: Server, pane: string): Command =>
  tmux(server, ['list-clients', '-t', pane, '-F', '#{client_activity} #{client_name}']);

/** The client that was used last: the one the command came from. None where none is attached. */
export function findLastUsed(listing: string): string | undefined {
  const clients = listing.split('\n').flatMap((line) => {
    const [, used, name] = /^(\d+) (.+)$/.exec(line) ?? [];
    return used && name ? [{ used: Number(used), name }] : [];
  });
  return clients.sort((a, b) => b.used - a.used)[0]?.name;
}

/** By name: otherwise tmux moves any client where the session of the caller has none. */
export const switchClientTo = (server: Server, client: string, session: string): Command =>
  tmux(server, ['switch-client', '-c', client, '-t', currentWindow(session)]);
