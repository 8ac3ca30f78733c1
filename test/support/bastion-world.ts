import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { MuxKind } from '../../src/army/formation.ts';
import type { Command } from '../../src/work/command.ts';
import type { Task } from '../../src/work/task.ts';
import { armyWorld, type ArmyWorld } from './army-world.ts';
import { argvOf } from './mux-world.ts';
import { waitFor } from './wait-for.ts';

const SHIPPED = new URL('../../formations/bastion.yaml', import.meta.url);

interface BastionOptions {
  /** Further keys of `.ovld/config.yaml`. */
  config?: object;
  /** What the mock agents are given to play. */
  script?: object;
}

/** What ships, with mock agents that can be asked what they were given. */
export function bastionWorld(
  kind: MuxKind,
  { config = {}, script }: BastionOptions = {},
): ArmyWorld {
  const world = armyWorld(kind, { config }).elsewhere('keep', 'bastion');
  const own = join(world.project, '.ovld', 'formations');
  mkdirSync(own, { recursive: true });
  const document = parse(readFileSync(SHIPPED, 'utf8')) as { roles: object[] };
  const args = ['--record', join(world.dir, 'rec-keep'), '--control', join(world.dir, 'ctl-keep')];
  if (script !== undefined) {
    const path = join(world.dir, 'script.json');
    writeFileSync(path, JSON.stringify(script));
    args.push('--script', path);
  }
  const roles = document.roles.map((seat) => ({ ...seat, agent: 'mock', args }));
  writeFileSync(join(own, 'bastion.yaml'), stringify({ ...document, roles }));
  return world;
}

/** `ovld board --json` */
export interface BoardSeen {
  commands: Command[];
  tasks: (Task & { evaluated: boolean })[];
  specialists: { role: string; current: string | null; queued: string[] }[];
  faults: object[];
}

/** The board as a person sees it. */
export async function boardOf(world: ArmyWorld): Promise<BoardSeen> {
  const { code, stdout, stderr } = await world.ovld(['board', '--json']);
  if (code !== 0) throw new Error(`ovld board: ${stderr}`);
  return JSON.parse(stdout) as BoardSeen;
}

/** As in a crash of the machine: everything at once, and nobody could say good-bye. */
export async function crash(world: ArmyWorld): Promise<void> {
  const isMux = ([program = '']: string[]): boolean => /(?:^|\/)(?:zellij|tmux)/.test(program);
  const kill = (pid: number): void => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone by itself.
    }
  };
  const all = world.running();
  for (const pid of all.filter((one) => !isMux(argvOf(one)))) kill(pid);
  for (const pid of all.filter((one) => isMux(argvOf(one)))) kill(pid);
  await waitFor(() => world.running().length === 0, 'everybody to end');
}
