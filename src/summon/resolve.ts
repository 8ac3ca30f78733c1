import {
  toolsetKinds,
  type AgentKind,
  type Formation,
  type Language,
  type MuxKind,
  type Notify,
  type Pauses,
  type StoreKind,
  type Tab,
  type Targeting,
  type Toolset,
} from '../army/formation.ts';

/** What flags, configuration and the machine decided. */
export interface Choices {
  mux: MuxKind;
  agent: AgentKind | undefined;
  store: StoreKind | undefined;
  toolsets: readonly Toolset[] | undefined;
  language: Language;
  targeting: Targeting;
  pauses: Pauses;
  notify: Notify;
  /** Seconds a role may take to become ready. */
  patience: number;
  rituals: Formation['ritual_delivery'];
  folder: string;
}

export type ResolvedFormation = Formation & { mux: MuxKind; folder: string };

/** A formation with nothing left to choose, as the relays of the army will read it. */
export function resolveFormation(formation: Formation, choices: Choices): ResolvedFormation {
  const { mux, agent, store, language, targeting, pauses, patience, rituals, folder } = choices;
  const { notify } = choices;
  const wanted = new Set<Toolset>(['messaging', ...(choices.toolsets ?? formation.toolsets)]);
  // One --agent is for everybody: it wins over what the formation says of single roles.
  const roles = agent === undefined ? formation.roles : formation.roles.map(withoutAgent);
  return {
    ...formation,
    roles,
    mux,
    language,
    targeting,
    pauses,
    notify,
    ritual_delivery: rituals,
    ready_timeout: patience,
    folder,
    agent: agent ?? formation.agent,
    store: store ?? formation.store,
    toolsets: toolsetKinds.filter((kind) => wanted.has(kind)),
    tabs: formation.tabs.length > 0 ? formation.tabs : formation.roles.map(ownTab),
  };
}

const withoutAgent = (seat: Formation['roles'][number]): typeof seat => {
  const { agent, ...rest } = seat;
  return agent === undefined ? seat : rest;
};

/** Without tabs of its own, a formation gives each role one. */
const ownTab = ({ role }: Formation['roles'][number], index: number): Tab => ({
  name: role,
  focus: index === 0,
  split: 'columns',
  panes: [{ role, focus: true }],
});
