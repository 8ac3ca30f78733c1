import { join } from 'node:path';
import { OvldError } from '../errors.ts';
import { muxFailed, pause, zellijProgram, type Act } from './zellij/actions.ts';
import { listWhole, panesById } from './zellij/by-id.ts';
import { zellijCommands } from './zellij/commands.ts';
import { focusPanes, type FocusPanes } from './zellij/focus.ts';
import { zellijLayout } from './zellij/layout.ts';
import { parseState, toPane } from './zellij/listing.ts';
import { reseat, reseatCommands } from './zellij/reseat.ts';
import { showPane } from './zellij/show.ts';
import { checkSocketPath, serverLife, sessionsStarted, socketDirOf } from './zellij/server.ts';
import { endSession, startSession } from './zellij/start.ts';
import { zellijVersion } from './zellij/version.ts';
import type { Capabilities, Mux, Pane, Panes, SessionState, Sight } from './mux.ts';
import type { MuxAddress } from './open.ts';

const LOOK_AGAIN_MS = 30;
/** The process of a key is started that long before it is needed (held.ts). */
const LEAD_MS = 40;
/** Zellij takes no other (Z16). */
const HEADLESS = { columns: 50, rows: 50 };

/**
 * Zellij, driven by its command line. Exit codes prove little here: keys for an unknown pane are
 * taken with exit 0 (Z1), so a caller that types looks at `panes` first and at the screen after. `attach`
 * also takes the beginning of a name for the name: its caller has seen the session live.
 */
export function openZellij(address: MuxAddress): Mux {
  const { session, dir, at, tabs, env } = address;
  const socketDir = at ?? socketDirOf(env);
  const zellij = zellijProgram({ session, dir, socketDir, env });
  const commandsFor = (name: string) =>
    zellijCommands(name, at === undefined ? {} : { ZELLIJ_SOCKET_DIR: at });
  const commands = commandsFor(session);

  let known: Promise<Capabilities> | undefined;
  const capabilities = (): Promise<Capabilities> => (known ??= readCapabilities());

  async function readCapabilities(): Promise<Capabilities> {
    const outcome = await zellij.run(commands.version());
    const seen = zellijVersion.read(outcome.stdout);
    if (!seen) throw muxFailed(commands.version(), outcome);
    if ('byPane' in seen) return seen;
    throw new OvldError('mux_too_old', { program: 'zellij', ...seen });
  }

  /** A session just started is missed now and then (Z19): an absence is looked at twice. */
  async function state(): Promise<SessionState> {
    const first = await readState();
    if (first !== 'none') return first;
    await pause(LOOK_AGAIN_MS);
    await zellij.follow();
    return readState();
  }

  async function readState(): Promise<SessionState> {
    const outcome = await zellij.run(commands.listSessions());
    // Exit 1 says that there is no session at all (Z19).
    if (outcome.code === 0 || outcome.code === 1)
      return parseState(outcome.stdout, zellij.nameNow());
    throw muxFailed(commands.listSessions(), outcome);
  }

  const isLive = async (): Promise<boolean> =>
    (await zellij.follow()) && (await state()) === 'live';
  /** As Zellij tells it, with what `Pane` leaves out. */
  const listEvery = (act: Act) => listWhole(act, commands, isLive);
  const list = async (act: Act): Promise<Pane[]> => (await listEvery(act)).map(toPane);
  const byId = panesById(zellij, commands, list);

  let byFocus: FocusPanes | undefined;
  const focused = async (): Promise<FocusPanes> => {
    const lister = (await capabilities()).byPane ? list : undefined;
    return (byFocus ??= focusPanes({ zellij, commands, tabs, dir, isLive, list: lister }));
  };
  const byIds = async (): Promise<boolean> =>
    (await capabilities()).byPane && address.targeting === 'pane';
  const panes = async (): Promise<Omit<Panes, 'kind'>> => ((await byIds()) ? byId : focused());

  const countPanes = async (): Promise<number | undefined> =>
    (await capabilities()).byPane ? (await byId.panes()).length : undefined;
  const life = (expected?: string): Promise<string | undefined> =>
    serverLife({ socketDir, session, env, expected });

  /** A session that lists panes is live, and its Zellij new enough: neither is asked first. */
  async function sight(expected?: string): Promise<Sight> {
    if (address.targeting === 'pane') {
      const [found, server] = await Promise.all([byId.panes().catch(() => []), life(expected)]);
      if (found.length > 0) return { state: 'live', life: server, panes: found, ...renamed() };
    }
    const now = await state();
    if (now !== 'live') return { state: now, life: undefined, panes: [] };
    const found = await (await panes()).panes();
    return { state: now, life: await life(expected), panes: found, ...renamed() };
  }
  const renamed = (): Pick<Sight, 'renamed'> =>
    zellij.nameNow() === session ? {} : { renamed: zellij.nameNow() };

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
    attach(inside) {
      const { switchTo, attach } = commandsFor(zellij.nameNow());
      return inside === 'zellij' ? switchTo() : attach();
    },
    reseatCommands: (order) => reseatCommands(commands, order),
    async reseat(order) {
      const { version, byPane } = await capabilities();
      if (!byPane)
        throw new OvldError('mux_too_old', { program: 'zellij', version, needs: '0.44' });
      return reseat(zellij, commands, listEvery, order);
    },
    async show(pane) {
      if (!(await byIds())) return (await focused()).show(pane);
      const here = env['ZELLIJ_SESSION_NAME'];
      const elsewhere = here !== undefined && here !== '' && here !== session;
      const from = elsewhere && socketDirOf(env) === socketDir ? here : undefined;
      const named = commandsFor(zellij.nameNow());
      return showPane({ zellij, commands: named, list: listEvery, from }, pane);
    },
    endCommands: () => [commands.kill(), commands.delete()],
    async end() {
      const name = zellij.nameNow();
      // Ours may have been renamed, and the name be another's since: it is not ended by its name.
      const twins = sessionsStarted(socketDir).filter((started) => started === name);
      if (twins.length > 1) return false;
      return endSession({ ...whole, commands: commandsFor(name) });
    },
    panes: async () => (await panes()).panes(),
    screen: async (pane) => (await panes()).screen(pane),
    paste: async (pane, text) => (await panes()).paste(pane, text),
    press: async (pane, key, sure, due) => (await panes()).press(pane, key, sure, due),
    warm: () => Promise.all([capabilities(), zellij.canBeHeld(commands.listClients())]),
    thaw: async (pane) => (await panes()).thaw(pane),
  };
}
