import { OvldError, type CodedReason } from '../../errors.ts';
import { steadyMs } from '../../kit/clock.ts';
import type { Command, Reseat } from '../mux.ts';
import { pause, type Act, type Zellij } from './actions.ts';
import type { ZellijCommands } from './commands.ts';
import type { Listed } from './listing.ts';

const SEEN_MS = 5000;
const LOOK_AGAIN_MS = 50;

/**
 * Zellij takes a missing pane or tab with exit 0, and runs the program unseen: so the place is looked for
 * before, and the new pane after. Its id is not always printed, so it is the pane of that name that was
 * not there before. The caller ends a program whose pane was not seen.
 */
export const reseat = (
  zellij: Zellij,
  commands: ZellijCommands,
  list: (act: Act) => Promise<readonly Listed[]>,
  order: Reseat,
): Promise<string> =>
  zellij.locked(async (act) => {
    const before = await list(act);
    const known = new Set(before.map(({ id }) => id));
    await act(planCommand(commands, before, order));
    const until = steadyMs() + SEEN_MS;
    for (;;) {
      const fresh = (await list(act)).find(
        ({ id, title }) => title === order.role && !known.has(id),
      );
      if (fresh !== undefined) return `terminal_${fresh.id}`;
      if (steadyMs() > until) throw reseatFailed({ code: 'pane_not_seen' });
      await pause(LOOK_AGAIN_MS);
    }
  });

function planCommand(commands: ZellijCommands, panes: readonly Listed[], order: Reseat): Command {
  const paneAt = (wanted: string | undefined): Listed | undefined =>
    panes.find(({ id }) => `terminal_${id}` === wanted);
  const { role, cwd, argv } = order;
  const own = paneAt(order.pane);
  // Another pane is shown in its place, and would close with it (Z8).
  if (own?.is_suppressed === true) throw new OvldError('pane_hidden', { role });
  if (own !== undefined) return commands.replace(`terminal_${own.id}`, role, cwd, ...argv);
  if (order.pane !== undefined) throw reseatFailed({ code: 'pane_unknown', pane: order.pane });
  // Into a tab without panes Zellij puts one of a single cell; any tab of the army's is better.
  const tab = (paneAt(order.beside) ?? panes[0])?.tab_id;
  if (tab === undefined) throw reseatFailed({ code: 'tab_unknown' });
  return commands.newPane(String(tab), role, cwd, ...argv);
}

/** To be printed: the tab of a neighbour is only known when it is looked up. */
export const reseatCommands = (
  commands: ZellijCommands,
  { role, pane, beside, tab, argv, cwd }: Reseat,
): Command[] => [
  pane === undefined
    ? commands.newPane(`<${beside ?? tab.name}>`, role, cwd, ...argv)
    : commands.replace(pane, role, cwd, ...argv),
];

const reseatFailed = (reason: CodedReason): OvldError =>
  new OvldError('mux_failed', { program: 'zellij', command: 'action new-pane', reason });
