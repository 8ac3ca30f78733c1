import {
  rolesOf,
  usualGuard,
  usualPauses,
  type Formation,
  type Language,
  type MuxKind,
  type Tab,
} from '../army/formation.ts';
import { resolveFormation, type ResolvedFormation } from '../summon/resolve.ts';
import type { DemoHome } from './home.ts';

interface Size {
  columns: number;
  rows: number;
}

/** A smaller pane could not show a nudge whole. */
export const SMALLEST: Size = { columns: 80, rows: 24 };
/** Where seven panes fit below and beside each other. */
const WIDE: Size = { columns: 96, rows: 30 };

export const fits = (terminal: Size, need: Size): boolean =>
  terminal.columns >= need.columns && terminal.rows >= need.rows;

interface Choices {
  mux: MuxKind;
  language: Language;
  home: DemoHome;
  terminal: Size;
  /** How long a nudge stands in a composer before Enter. */
  enterMs: number;
}

/** A shipped formation for the demo: scripted agents, in as few tabs as the terminal allows. */
export function demoFormation(shipped: Formation, choices: Choices): ResolvedFormation {
  const { home, mux, language, terminal, enterMs } = choices;
  const roles = shipped.roles.map((seat) => ({
    ...seat,
    agent: 'mock' as const,
    args: ['--record', home.records, '--script', home.script(seat.role)],
  }));
  const tabs = tabsOf(shipped, fits(terminal, WIDE));
  return resolveFormation(
    { ...shipped, roles, tabs },
    {
      mux,
      agent: { usual: 'mock', seats: new Map() },
      store: undefined,
      toolsets: undefined,
      language,
      targeting: 'pane',
      pauses: { ...usualPauses, enter: enterMs },
      ritual_delivery: 'none',
      notify: { bell: false, desktop: false, on: [] },
      guard: usualGuard,
      ready_timeout: 60,
      folder: home.project,
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
  const others = tab(shipped.tabs[1]?.name ?? 'others', roles.slice(2), false);
  return [tab('command', roles.slice(0, 2), true), others];
}
