import type { AgentWish } from '../army/agent-wish.ts';
import {
  toolsetKinds,
  type AgentChoice,
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
  | 'approved'
> & {
  agent: AgentWish | undefined;
  store: Formation['store'] | undefined;
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
      ...seatPlayed(seat, formation.agent, agent),
      ...(model !== undefined && { model }),
      ...(permission_mode !== undefined && { permission_mode }),
    })),
    agent: agent?.usual ?? formation.agent,
    store: store ?? formation.store,
    toolsets: toolsetKinds.filter((kind) => wanted.has(kind)),
    tabs: formation.tabs.length > 0 ? formation.tabs : formation.roles.map(ownTab),
  };
}

/** Of a role with a count, a wish for the role is one for each of its copies. */
function seatPlayed(seat: Seating, usual: AgentChoice, wish: AgentWish | undefined): Seating {
  const own = wish?.seats.get(seat.role) ?? wish?.seats.get(seat.template ?? '');
  if (own !== undefined) return { ...playedBy(own, seat, usual), agent: own };
  return wish?.usual === undefined ? seat : playedBy(wish.usual, seat, usual);
}

/** Arguments, a model and its permissions are meant for one program: another one would not know them. */
function playedBy(agent: AgentKind, seat: Seating, usual: AgentChoice): Seating {
  const { agent: own = usual, ...rest } = seat;
  if (own === agent) return rest;
  const { model: _model, permission_mode: _mode, ...others } = rest;
  return { ...others, args: [] };
}

/** Without tabs of its own, a formation gives each role one. */
const ownTab = ({ role }: Formation['roles'][number], index: number): Tab => ({
  name: role,
  focus: index === 0,
  split: 'columns',
  panes: [{ role, focus: true }],
});
