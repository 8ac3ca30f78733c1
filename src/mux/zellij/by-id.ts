import type { Pane, Panes, Screen, SessionState } from '../mux.ts';
import { pause, readUntil, type Act, type Zellij } from './actions.ts';
import { pieces, type ZellijCommands } from './commands.ts';
import { isDoubtful, parseDump, parsePanes, toPane } from './listing.ts';

const LOOK_AGAIN_MS = 50;

/** Panes addressed by id, from 0.44 on: nobody's focus moves. */
export function panesById(
  zellij: Zellij,
  commands: ZellijCommands,
  listed: () => Promise<Pane[]>,
): Omit<Panes, 'kind'> {
  const one: Act = (command) => zellij.locked((act) => act(command));
  const isListed = async (pane: string): Promise<boolean> =>
    (await listed()).some(({ id }) => id === pane);

  return {
    panes: listed,
    async screen(pane) {
      const dump = (): Promise<string> => one(commands.dump(pane));
      let text = '';
      try {
        text = await dump();
      } catch (error) {
        if (await isListed(pane)) throw error;
      }
      // Even a blank screen has its reset of styles: nothing at all is a failed read, or no pane.
      if (text.trim() === '') {
        if (!(await isListed(pane))) return undefined;
        text = await readUntil(dump);
      }
      return shown(text);
    },
    /**
     * A text too long for one argument comes as several pastes one after the other (Z25): an agent
     * joins them in its composer, and nothing submits in between. A pane that is scrolled up would
     * stay so, and show readers the past (Z10): after a paste it shows its program again. Scrolling
     * also fails where there is no such pane, which pasting does not (Z1).
     */
    paste: (pane, text) =>
      zellij.locked(async (act) => {
        for (const piece of pieces(withoutEscapes(text))) await act(commands.paste(pane, piece));
        await act(commands.scrollToBottom(pane));
      }),
    press: (pane, key, sure) =>
      zellij.locked((act) => {
        const look = async () => shown(await readUntil(() => act(commands.dump(pane))));
        const harmless = commands.listClients();
        return zellij.press(commands.press(pane, key), sure && { look, sure, harmless });
      }),
    thaw: async (pane) => void (await one(commands.scrollToBottom(pane))),
  };
}

const shown = (text: string): Screen => ({ ...parseDump(text), copyMode: false });

/** [] only where the session is not live: an empty answer is read again (Z4). */
export async function listPanes(
  act: Act,
  commands: ZellijCommands,
  state: () => Promise<SessionState>,
): Promise<Pane[]> {
  const read = async (): Promise<ReturnType<typeof parsePanes>> => {
    const json = await readUntil(() => act(commands.listPanes()));
    return json.trim() === '' ? [] : parsePanes(json);
  };
  try {
    let panes = await read();
    if (panes.some(isDoubtful)) {
      await pause(LOOK_AGAIN_MS);
      panes = await read();
    }
    return panes.map(toPane);
  } catch (error) {
    if ((await state()) === 'live') throw error;
    return [];
  }
}

/** An embedded end of the bracketed paste would get out of it, and what follows would be keys. */
const withoutEscapes = (text: string): string => text.replaceAll(/[\u001b\u009b]/g, '');
