import { CannotType } from '../mux.ts';
import { readUntil, type Act, type Zellij } from './actions.ts';
import type { ZellijCommands } from './commands.ts';
import { parseClients, type Listed } from './listing.ts';

interface Show {
  zellij: Zellij;
  commands: ZellijCommands;
  list: (act: Act) => Promise<Listed[]>;
  /** Another session of the same Zellij, in which the caller runs. */
  from: string | undefined;
}

/**
 * Shows a pane in the terminals attached to its session, or switches the caller's session (`from`) to it.
 * `focus-pane-id` moves the client that was used last, and none where no key was pressed since it came
 * (0.45.1); 0.44.0 does not have it. Then the focus walks through the tab's panes.
 */
export async function showPane({ zellij, commands, list, from }: Show, id: string): Promise<void> {
  await zellij.locked(async (act) => {
    const panes = await list(act);
    const pane = panes.find((one) => `terminal_${one.id}` === id);
    if (pane === undefined) throw new CannotType('no_pane');
    if (pane.is_suppressed) throw new CannotType('pane_hidden');
    if (from !== undefined) {
      await act(commands.switchFrom(from, id));
      return;
    }
    const isSeen = async (): Promise<boolean> => {
      const clients = parseClients(await readUntil(() => act(commands.listClients())));
      if (clients.size === 0) throw new CannotType('no_client');
      return [...clients.values()].includes(id);
    };
    await act(commands.focusPane(id)).catch(() => undefined);
    if (await isSeen()) return;
    await act(commands.goToTabById(String(pane.tab_id)));
    const neighbours = panes.filter(({ tab_id }) => tab_id === pane.tab_id);
    for (const _ of neighbours) {
      if (await isSeen()) return;
      await act(commands.focusNext());
    }
    if (!(await isSeen())) throw new CannotType('no_pane');
  });
}
