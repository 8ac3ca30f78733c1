import { join } from 'node:path';
import { OvldError } from '../errors.ts';
import { failed, pause, zellijProgram, type Act } from './zellij/actions.ts';
import { listPanes, listWhole, panesById } from './zellij/by-id.ts';
import { zellijCommands } from './zellij/commands.ts';
import { focusPanes, type FocusPanes } from './zellij/focus.ts';
import { zellijLayout } from './zellij/layout.ts';
import { parseState } from './zellij/listing.ts';
import { reseat, reseatCommands } from './zellij/reseat.ts';
import { showPane } from './zellij/show.ts';
import { checkSocketPath, serverLife, socketDirOf } from './zellij/server.ts';
import { endSession, startSession } from './zellij/start.ts';
import { zellijVersion } from './zellij/version.ts';
import type { Capabilities, Mux, Pane, Panes, SessionState, Sight } from './mux.ts';
import type { MuxAddress } from './open.ts';

const LOOK_AGAIN_MS = 30;
/** A key's process is started that long before it is needed (held.ts). */
const LEAD_MS = 40;
/** Whatever is asked for (Z16). */
const HEADLESS = { columns: 50, rows: 50 };

/**
 * Zellij, driven by its command line. Exit codes prove little here: keys for an unknown pane are
 * taken with exit 0 (Z1), so whoever types looks at `panes` first and at the screen after. `attach` also
 * takes the beginning of a name for the name: whoever attaches has seen the session live.
 */
export function openZellij(address: MuxAddress): Mux {
  const { session, dir, at, tabs, env } = address;
  const socketDir = at ?? socketDirOf(env);
  const zellij = zellijProgram({ session, dir, socketDir, env });
  const commands = zellijCommands(session, at === undefined ? {} : { ZELLIJ_SOCKET_DIR: at });

  let known: Promise<Capabilities> | undefined;
  const capabilities = (): Promise<Capabilities> => (known ??= readCapabilities());

  async function readCapabilities(): Promise<Capabilities> {
    const outcome = await zellij.run(commands.version());
    const seen = zellijVersion.read(outcome.stdout);
    if (!seen) throw failed(commands.version(), outcome);
    if ('byPane' in seen) return seen;
    throw new OvldError('mux_too_old', { program: 'zellij', ...seen });
  }

  /** A session just started is missed now and then (Z19): an absence is looked at twice. */
  async function state(): Promise<SessionState> {
    const first = await readState();
    if (first !== 'none') return first;
    await pause(LOOK_AGAIN_MS);
    return readState();
  }

  async function readState(): Promise<SessionState> {
    const outcome = await zellij.run(commands.listSessions());
    // Exit 1 says that there is no session at all (Z19).
    if (outcome.code === 0 || outcome.code === 1) return parseState(outcome.stdout, session);
    throw failed(commands.listSessions(), outcome);
  }

  const isLive = async (): Promise<boolean> => !zellij.isGone() && (await state()) === 'live';
  const list = (act: Act): Promise<Pane[]> => listPanes(act, commands, isLive);
  const byId = panesById(zellij, commands, list);

  let byFocus: FocusPanes | undefined;
  const focused = (lists: boolean): FocusPanes =>
    (byFocus ??= focusPanes({ zellij, commands, tabs, dir, isLive, lists }));
  const byIds = async (): Promise<boolean> =>
    (await capabilities()).byPane && address.targeting === 'pane';
  const panes = async (): Promise<Omit<Panes, 'kind'>> =>
    (await byIds()) ? byId : focused((await capabilities()).byPane);

  const countPanes = async (): Promise<number | undefined> =>
    (await capabilities()).byPane ? (await byId.panes()).length : undefined;
  const life = (expected?: string): Promise<string | undefined> =>
    serverLife({ socketDir, session, env, expected });

  /** Whoever lists panes lives, and is new enough to: neither has to be asked first. */
  async function sight(expected?: string): Promise<Sight> {
    if (address.targeting === 'pane') {
      const [found, server] = await Promise.all([byId.panes().catch(() => []), life(expected)]);
      if (found.length > 0) return { state: 'live', life: server, panes: found };
    }
    const now = await state();
    if (now !== 'live') return { state: now, life: undefined, panes: [] };
    return { state: now, life: await life(expected), panes: await (await panes()).panes() };
  }

  const whole = { zellij, commands, session, state, life: () => life(), countPanes };

  return {
    kind: 'zellij',
    session,
    headless: HEADLESS,
    leadMs: LEAD_MS,
    capabilities,
    state,
    life: () => life(),
    sight,
    address: async () => socketDir,
    plan(layout, how) {
      checkSocketPath(socketDir, session);
      const path = join(dir, 'layout.kdl');
      const files = [{ path, text: zellijLayout(layout) }];
      if (how.attached) {
        return { files, steps: [], terminal: commands.startAttached(path, layout.env) };
      }
      // Its panes have our TERM, or none (Z15).
      const more = { TERM: env['TERM'] || 'xterm-256color', ...layout.env };
      return { files, steps: [commands.startHeadless(path, more)] };
    },
    start: (plan) => startSession(whole, plan),
    attach: (inside) => (inside === 'zellij' ? commands.switchTo() : commands.attach()),
    reseatCommands: (order) => reseatCommands(commands, order),
    async reseat(order) {
      const { version, byPane } = await capabilities();
      if (!byPane)
        throw new OvldError('mux_too_old', { program: 'zellij', version, needs: '0.44' });
      return reseat({ zellij, commands, list: (act) => listWhole(act, commands, isLive) }, order);
    },
    async show(pane) {
      if (!(await byIds())) return focused((await capabilities()).byPane).show(pane);
      const here = env['ZELLIJ_SESSION_NAME'];
      const elsewhere = here !== undefined && here !== '' && here !== session;
      const from = elsewhere && socketDirOf(env) === socketDir ? here : undefined;
      const everyPane = (act: Act) => listWhole(act, commands, isLive);
      return showPane({ zellij, commands, list: everyPane, from }, pane);
    },
    endCommands: () => [commands.kill(), commands.delete()],
    end: () => endSession(whole),
    panes: async () => (await panes()).panes(),
    screen: async (pane) => (await panes()).screen(pane),
    paste: async (pane, text) => (await panes()).paste(pane, text),
    press: async (pane, key, sure, due) => (await panes()).press(pane, key, sure, due),
    warm: () => Promise.all([capabilities(), zellij.canBeHeld(commands.listClients())]),
    thaw: async (pane) => (await panes()).thaw(pane),
  };
}
