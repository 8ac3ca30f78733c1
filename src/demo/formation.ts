import type { Formation, Language, MuxKind, Tab } from '../army/formation.ts';
import { rolesOf, usualPauses } from '../army/formation.ts';
import type { ResolvedFormation } from '../summon/resolve.ts';
import { resolveFormation } from '../summon/resolve.ts';
import type { Camp } from './camp.ts';

interface Size {
  columns: number;
  rows: number;
}

/** Less, and a nudge could not be seen whole. */
export const SMALLEST: Size = { columns: 80, rows: 24 };
/** Where seven panes fit below and beside each other. */
const WIDE: Size = { columns: 96, rows: 30 };

export const fits = (terminal: Size, need: Size): boolean =>
  terminal.columns >= need.columns && terminal.rows >= need.rows;

interface Wanted {
  mux: MuxKind;
  language: Language;
  camp: Camp;
  /** The terminal it is shown in. */
  terminal: Size;
  /** How long a nudge stands in a composer before it is sent off. */
  enterMs: number;
}

/** A shipped formation as it is played: scripted agents, in as few tabs as the terminal allows. */
export function demoFormation(shipped: Formation, wanted: Wanted): ResolvedFormation {
  const { camp, mux, language, terminal, enterMs } = wanted;
  const roles = shipped.roles.map((seat) => ({
    ...seat,
    args: ['--record', camp.records, '--script', camp.script(seat.role)],
  }));
  const tabs = tabsOf(shipped, fits(terminal, WIDE));
  return resolveFormation(
    { ...shipped, roles, tabs },
    {
      mux,
      agent: 'mock',
      store: undefined,
      toolsets: undefined,
      language,
      targeting: 'pane',
      pauses: { ...usualPauses, enter: enterMs },
      rituals: 'none',
      // Nobody is to be called to a play.
      notify: { bell: false, desktop: false, on: [] },
      patience: 60,
      folder: camp.project,
    },
  );
}

function tabsOf(shipped: Formation, wide: boolean): Tab[] {
  const tab = (name: string, roles: readonly string[], focus: boolean): Tab => ({
    name,
    focus,
    split: 'tiled',
    panes: roles.map((role) => ({ role, focus: false })),
  });
  const roles = rolesOf(shipped);
  if (wide) return [tab('demo', roles, true)];
  const [first, second, ...others] = roles;
  return [
    tab('command', [first ?? '', second ?? ''], true),
    tab(shipped.tabs[1]?.name ?? 'others', others, false),
  ];
}
