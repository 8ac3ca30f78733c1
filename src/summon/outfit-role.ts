import type { Agent } from '../agent/agent.ts';
import { placeOf } from '../army/chain.ts';
import type { Endpoint } from '../army/endpoint.ts';
import { agentChoiceOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Conversation, OutfitFile, Store } from '../store/store.ts';
import { launchScript } from './launch-script.ts';
import type { ArmyParts } from './parts.ts';

export interface Outfitting {
  formation: Formation & { folder: string };
  session: string;
  store: Store;
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  rituals: ReadonlyMap<Role, string>;
  /** From a person's own configuration alone: see `LaunchOrder`. */
  allowOpenDoor?: boolean;
}

/** What the agent of one role is started with. */
export interface Outfit {
  argv: readonly string[];
  cwd: string;
  files: readonly OutfitFile[];
  /** The ritual, if it is to be typed. */
  typed: string | undefined;
  /** The conversation it begins, where its id is known beforehand. */
  begun?: Conversation;
}

/** For a pane that is too small to type a ritual into: the agent is started with it. */
export function withoutTyping<A extends Outfitting>(army: A): A {
  const { formation } = army;
  if (formation.ritual_delivery !== 'typed') return army;
  return { ...army, formation: { ...formation, ritual_delivery: 'system-prompt' } };
}

/** Throws before anything is changed. */
export async function outfitRole(
  parts: Pick<ArmyParts, 'env' | 'openAgent' | 'processes' | 'words'>,
  army: Outfitting,
  role: Role,
  resume?: string,
): Promise<Outfit> {
  const { formation, session, store, ovld } = army;
  const agent = await parts.openAgent(agentChoiceOf(formation, role));
  const seat = formation.roles.find((one) => one.role === role);
  const cwd = parts.processes.resolve(formation.folder, seat?.cwd ?? '.');
  // Zellij would run the agent somewhere else, without a word (Z21).
  if (!(await parts.processes.isFolder(cwd))) {
    throw new OvldError('folder_missing', { path: cwd, role });
  }
  const text = army.rituals.get(role);
  const delivery = formation.ritual_delivery;
  const ritual = text === undefined || delivery === 'none' ? undefined : { text, delivery };
  const mailText = store.mailText(role);
  const { allowOpenDoor = false } = army;
  const isHeard = agent.listensToAll !== true || allowOpenDoor;
  const endpoint = isHeard ? await prepareEndpoint(parts, store, agent, role) : undefined;
  const launch = agent.launch({
    role,
    session,
    relayDir: store.where,
    ...(mailText !== undefined && { mailText }),
    ovld,
    paths: {
      mcp: store.outfitPath(role, 'mcp'),
      settings: store.outfitPath(role, 'settings'),
      hooks: store.outfitPath(role, 'hooks'),
      ritual: store.outfitPath(role, 'ritual'),
      files: store.outfitPath(role, 'files'),
    },
    env: parts.env,
    ...(endpoint !== undefined && { endpoint }),
    allowOpenDoor,
    args: seat?.args ?? [],
    ...(seat?.model !== undefined && { model: seat.model }),
    ...(seat?.permission_mode !== undefined && { permissionMode: seat.permission_mode }),
    ...(resume !== undefined && { resume }),
    ...(ritual !== undefined && { ritual }),
    words: parts.words(formation.language),
    army: {
      language: formation.language,
      mux: formation.mux,
      place: placeOf(formation, role),
    },
  });
  const files: OutfitFile[] = [];
  const give = (kind: Exclude<OutfitFile['kind'], 'files'>, content: string | undefined): void => {
    if (content !== undefined) files.push({ role, kind, text: content });
  };
  give('mcp', asText(launch.mcp));
  give('settings', asText(launch.settings));
  give('hooks', launch.hooks);
  give('ritual', launch.ritual);
  give('endpoint', asText(endpoint));
  for (const [name, content] of Object.entries(launch.files ?? {})) {
    files.push({ role, kind: 'files', name, text: content });
  }
  // Claude and the mock need neither: they are found by their MCP configuration, and started as they are.
  const isScripted = launch.env || launch.companion || launch.before || launch.lingers;
  const script = isScripted ? launchScript(launch, store.where, role) : undefined;
  give('launch', script);
  const argv =
    script === undefined ? launch.argv : ['sh', store.outfitPath(role, 'launch'), ...launch.argv];
  // What an agent cannot be given by its start is typed; a conversation that goes on has it already.
  const typed = launch.ritual === undefined && resume === undefined ? ritual?.text : undefined;
  const { conversation: id } = launch;
  const begun = id === undefined || resume !== undefined ? {} : { begun: { id, transcript: '' } };
  return { argv, cwd, files, typed, ...begun };
}

/** Where the agent will listen: chosen anew for every start, for what listened there before may still do. */
async function prepareEndpoint(
  { processes }: Pick<ArmyParts, 'processes'>,
  store: Pick<Store, 'outfitPath'>,
  { listens }: Agent,
  role: Role,
): Promise<Endpoint | undefined> {
  if (listens === undefined) return undefined;
  if (listens === 'socket') return { at: store.outfitPath(role, 'socket') };
  return { at: await processes.findFreePort(), secret: processes.makeSecret() };
}

const asText = (document: unknown): string | undefined =>
  document === undefined ? undefined : `${JSON.stringify(document, null, 2)}\n`;

export const pathOf = (store: Pick<Store, 'outfitPath'>, file: OutfitFile): string => {
  const path = store.outfitPath(file.role, file.kind);
  return file.kind === 'files' ? `${path}/${file.name}` : path;
};
