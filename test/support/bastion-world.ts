import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { MuxKind } from '../../src/army/formation.ts';
import type { Command } from '../../src/work/command.ts';
import type { Task } from '../../src/work/task.ts';
import { armyWorld, type ArmyWorld } from './army-world.ts';

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
  const args = ['--record', join(world.dir, 'rec-keep'), '--control', join(world.dir, 'ctl-keep')];
  if (script !== undefined) {
    const path = join(world.dir, 'script.json');
    writeFileSync(path, JSON.stringify(script));
    args.push('--script', path);
  }
  seatMocks(world.project, args);
  return world;
}

/** The bastion that ships, as a project's own, with mock agents that are no play. */
export function seatMocks(project: string, args: readonly string[]): void {
  const own = join(project, '.ovld', 'formations');
  mkdirSync(own, { recursive: true });
  const document = parse(readFileSync(SHIPPED, 'utf8')) as { roles: object[] };
  const roles = document.roles.map((seat) => ({ ...seat, agent: 'mock', args }));
  writeFileSync(join(own, 'bastion.yaml'), stringify({ ...document, roles }));
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
