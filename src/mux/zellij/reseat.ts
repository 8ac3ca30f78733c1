import { OvldError } from '../../errors.ts';
import { steadyMs } from '../../kit/clock.ts';
import type { Command, Reseat } from '../mux.ts';
import { pause, type Act, type Zellij } from './actions.ts';
import type { ZellijCommands } from './commands.ts';
import type { Listed } from './listing.ts';

const SEEN_MS = 5000;
const LOOK_AGAIN_MS = 50;

interface Session {
  zellij: Zellij;
  commands: ZellijCommands;
  /** As Zellij tells it, with what `Pane` leaves out. */
  list: (act: Act) => Promise<readonly Listed[]>;
}

/**
 * A place that is not there is taken with exit 0, and the program runs where nobody sees it: the pane, or
 * the tab, is looked for before, and what was made after. The id is new and not always printed, so it
 * is the pane of that name that was not there before. Whoever called ends a program that was not seen.
 */
export const reseat = ({ zellij, commands, list }: Session, order: Reseat): Promise<string> =>
  zellij.locked(async (act) => {
    const before = await list(act);
    const known = new Set(before.map(({ id }) => id));
    await act(placed(commands, before, order));
    const until = steadyMs() + SEEN_MS;
    for (;;) {
      const fresh = (await list(act)).find(
        ({ id, title }) => title === order.role && !known.has(id),
      );
      if (fresh !== undefined) return `terminal_${fresh.id}`;
      if (steadyMs() > until) throw failure('the new pane was not seen');
      await pause(LOOK_AGAIN_MS);
    }
  });

function placed(commands: ZellijCommands, panes: readonly Listed[], order: Reseat): Command {
  const paneAt = (wanted: string | undefined): Listed | undefined =>
    panes.find(({ id }) => `terminal_${id}` === wanted);
  const { role, cwd, argv } = order;
  const own = paneAt(order.pane);
  // A person looks at something in its place, and would lose it with the pane (Z8).
  if (own?.is_suppressed === true) throw new OvldError('pane_hidden', { role });
  if (own !== undefined) return commands.replace(`terminal_${own.id}`, role, cwd, ...argv);
  if (order.pane !== undefined) throw failure(`there is no pane ${order.pane}`);
  // Into a tab without panes Zellij puts one of a single cell; any tab of the army's is better.
  const tab = (paneAt(order.beside) ?? panes[0])?.tab_id;
  if (tab === undefined) throw failure('there is no tab to put it in');
  return commands.newPane(String(tab), role, cwd, ...argv);
}

/** As it would be by hand: the tab of a neighbour is only known when it is looked up. */
export const reseatCommands = (
  commands: ZellijCommands,
  { role, pane, beside, tab, argv, cwd }: Reseat,
): Command[] => [
  pane === undefined
    ? commands.newPane(`<${beside ?? tab.name}>`, role, cwd, ...argv)
    : commands.replace(pane, role, cwd, ...argv),
];

const failure = (reason: string): OvldError =>
  new OvldError('mux_failed', { program: 'zellij', command: 'action new-pane', reason });
