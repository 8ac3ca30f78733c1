import { placeOf } from '../army/chain.ts';
import { agentKindOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { OutfitFile, Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

export interface Outfitting {
  formation: Formation & { folder: string };
  session: string;
  store: Store;
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  rituals: ReadonlyMap<Role, string>;
}

/** What the agent of one role is started with. */
export interface Outfit {
  argv: readonly string[];
  cwd: string;
  files: readonly OutfitFile[];
  /** The ritual, if it is to be typed. */
  typed: string | undefined;
}

/** For a pane that is too small to type a ritual into: the agent is started with it. */
export function withoutTyping<A extends Outfitting>(army: A): A {
  const { formation } = army;
  if (formation.ritual_delivery !== 'typed') return army;
  return { ...army, formation: { ...formation, ritual_delivery: 'system-prompt' } };
}

/** Throws before anything is changed. */
export async function outfitRole(
  parts: Pick<ArmyParts, 'openAgent' | 'processes' | 'words'>,
  army: Outfitting,
  role: Role,
  resume?: string,
): Promise<Outfit> {
  const { formation, session, store, ovld } = army;
  const agent = await parts.openAgent(agentKindOf(formation, role));
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
    },
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
  const files: OutfitFile[] = [{ role, kind: 'mcp', text: asText(launch.mcp) }];
  if (launch.settings !== undefined) {
    files.push({ role, kind: 'settings', text: asText(launch.settings) });
  }
  if (launch.hooks !== undefined) files.push({ role, kind: 'hooks', text: launch.hooks });
  if (launch.ritual !== undefined) files.push({ role, kind: 'ritual', text: launch.ritual });
  // What an agent cannot be given by its start is typed; a conversation that goes on has it already.
  const typed = launch.ritual === undefined && resume === undefined ? ritual?.text : undefined;
  return { argv: launch.argv, cwd, files, typed };
}

const asText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
