import {
  toolsetKinds,
  type AgentKind,
  type Formation,
  type MuxKind,
  type Seating,
  type Tab,
  type Toolset,
} from '../army/formation.ts';

export type ResolvedFormation = Formation & { mux: MuxKind; folder: string };

/** What flags, configuration and the machine decided, by the formation's own names; undefined: the formation's. */
export type Choices = Pick<
  ResolvedFormation,
  | 'mux'
  | 'language'
  | 'targeting'
  | 'pauses'
  | 'notify'
  | 'guard'
  | 'ritual_delivery'
  | 'ready_timeout'
  | 'folder'
> & { [K in 'agent' | 'store']: Formation[K] | undefined } & {
  toolsets: readonly Toolset[] | undefined;
} & Pick<Seating, 'model' | 'permission_mode'>;

/** A formation with nothing left to choose, as the relays of the army will read it. */
export function resolveFormation(formation: Formation, choices: Choices): ResolvedFormation {
  const { agent, store, toolsets, model, permission_mode, ...decided } = choices;
  const wanted = new Set<Toolset>(['messaging', ...(toolsets ?? formation.toolsets)]);
  return {
    ...formation,
    ...decided,
    // One --agent, --model or --permission-mode is for all roles: it wins over what the formation says of single ones.
    roles: formation.roles.map((seat) => ({
      ...(agent === undefined ? seat : playedBy(agent, seat, formation.agent)),
      ...(model !== undefined && { model }),
      ...(permission_mode !== undefined && { permission_mode }),
    })),
    agent: agent ?? formation.agent,
    store: store ?? formation.store,
    toolsets: toolsetKinds.filter((kind) => wanted.has(kind)),
    tabs: formation.tabs.length > 0 ? formation.tabs : formation.roles.map(ownTab),
  };
}

/** Arguments are meant for one program: another one would not know them. */
function playedBy(agent: AgentKind, seat: Seating, usual: AgentKind): Seating {
  const { agent: own = usual, ...rest } = seat;
  return own === agent ? rest : { ...rest, args: [] };
}

/** Without tabs of its own, a formation gives each role one. */
const ownTab = ({ role }: Formation['roles'][number], index: number): Tab => ({
  name: role,
  focus: index === 0,
  split: 'columns',
  panes: [{ role, focus: true }],
});
