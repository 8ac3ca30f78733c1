import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArmyLayout, LayoutTab } from '../../src/mux/mux.ts';
import { ECHO_PANE } from './mux-world.ts';

/** Where the echoing program of a role writes what it was given. */
export const bytesFile = (dir: string, session: string, role: string): string =>
  join(dir, `${session}.${role}`);

export const bytesOf = (dir: string, session: string, role: string): string =>
  readFileSync(bytesFile(dir, session, role), 'utf8');

type Seats = readonly (readonly [role: string, size: number])[];

interface TabPlan {
  name: string;
  split?: LayoutTab['split'];
  focus?: boolean;
  seats: Seats;
}

/** Echoing programs in every pane. */
export function echoLayout(dir: string, session: string, tabs: readonly TabPlan[]): ArmyLayout {
  return {
    session,
    env: { OVLD_MARKER: `${session}; "$HOME" \\ #{pid}` },
    tabs: tabs.map(({ name, split = 'columns', focus = false, seats }) => ({
      name,
      focus,
      split,
      panes: seats.map(([role, size], index) => ({
        role,
        size,
        focus: index === seats.length - 1,
        argv: [process.execPath, ECHO_PANE, bytesFile(dir, session, role), '--child'],
        cwd: dir,
      })),
    })),
  };
}

export const SIX = ['overlord', 'strategist', 'inferno', 'glacier', 'shadow', 'storm'];

export const overlordLayout = (dir: string, session: string): ArmyLayout =>
  echoLayout(dir, session, [
    {
      name: 'command',
      focus: true,
      seats: [
        ['overlord', 35],
        ['strategist', 65],
      ],
    },
    { name: 'battlefield', seats: [['inferno', 100]] },
    {
      name: 'support',
      split: 'rows',
      seats: [
        ['glacier', 33],
        ['shadow', 33],
        ['storm', 34],
      ],
    },
  ]);

/** Two panes side by side: one to type into, one that must hear nothing of it. */
export const pairLayout = (dir: string, session: string): ArmyLayout =>
  echoLayout(dir, session, [
    {
      name: 'pair',
      focus: true,
      seats: [
        ['left', 50],
        ['right', 50],
      ],
    },
  ]);
