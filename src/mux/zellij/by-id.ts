import { OvldError } from '../../errors.ts';
import { CannotType, type Pane, type Panes, type Screen } from '../mux.ts';
import { pause, readUntil, type Act, type Zellij } from './actions.ts';
import { pieces, type ZellijCommands } from './commands.ts';
import { isDoubtful, parseDump, parsePanes, type Listed } from './listing.ts';

const LOOK_AGAIN_MS = 50;

/** Panes addressed by id, from 0.44 on: no focus moves. */
export function panesById(
  zellij: Zellij,
  commands: ZellijCommands,
  list: (act: Act) => Promise<Pane[]>,
): Omit<Panes, 'kind'> {
  const listed = (): Promise<Pane[]> => zellij.locked(list);
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
      return toScreen(text);
    },
    /**
     * A text too long for one argument comes as several pastes one after the other (Z25): an agent
     * joins them in its composer, and nothing submits in between. A missing pane takes it silently (Z1).
     */
    paste: (pane, text) =>
      zellij.locked(async (act) => {
        for (const piece of pieces(withoutEscapes(text))) await act(commands.paste(pane, piece));
      }),
    /** In a pane whose program has ended Enter would run it again (Z6): asked with the last look. */
    press: (pane, key, sure, due) =>
      zellij.locked(async (act) => {
        const check = async () => assertAlive(await list(act), pane);
        const look = async () => {
          await due;
          const [text] = await Promise.all([readUntil(() => act(commands.dump(pane))), check()]);
          return toScreen(text);
        };
        if (sure === undefined) {
          await due;
          await check();
        }
        const last = sure && { look, sure, harmless: commands.listClients() };
        return zellij.press(commands.press(pane, key), last);
      }),
    thaw: async (pane) => void (await one(commands.scrollToBottom(pane))),
  };
}

function assertAlive(panes: readonly Pane[], pane: string): void {
  const found = panes.find(({ id }) => id === pane);
  if (found === undefined) throw new CannotType('no_pane');
  if (!found.alive) throw new CannotType('pane_dead');
  if (found.hidden === true) throw new CannotType('pane_hidden');
}

const toScreen = (text: string): Screen => ({ ...parseDump(text), copyMode: false });

/** Beside other clients an answer may be of another command, a screen for example: it counts as none. */
const listed = (answer: string): string => (answer.trimStart().startsWith('[') ? answer : '');

/** [] only where the session is not live: an empty answer is read again (Z4). */
export async function listWhole(
  act: Act,
  commands: ZellijCommands,
  isLive: () => Promise<boolean>,
): Promise<Listed[]> {
  const read = async (): Promise<Listed[]> => {
    const json = await readUntil(async () => listed(await act(commands.listPanes())));
    if (json.trim() !== '') return parsePanes(json);
    const reason = { code: 'answer_empty' } as const;
    throw new OvldError('mux_failed', { program: 'zellij', command: 'list-panes', reason });
  };
  try {
    let panes = await read();
    if (panes.some(isDoubtful)) {
      await pause(LOOK_AGAIN_MS);
      panes = await read();
    }
    return panes;
  } catch (error) {
    if (await isLive()) throw error;
    return [];
  }
}

/** An embedded end of the bracketed paste would make the rest keys. */
const withoutEscapes = (text: string): string => text.replaceAll(/[\u001b\u009b]/g, '');
