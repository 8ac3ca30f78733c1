import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { rolesOf } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { DirWatch } from '../kit/disk.ts';
import type { Store } from '../store/store.ts';
import { outfitRole, type Outfit } from '../summon/outfit-role.ts';
import type { ArmyParts } from '../summon/parts.ts';
import type { ResolvedFormation } from '../summon/resolve.ts';
import type { Camp } from './camp.ts';
import { paneFile, watchPanes } from './panes.ts';
import type { Stage } from './stage.ts';

export interface Staging {
  camp: Camp;
  parts: ArmyParts;
  store: Store;
  formation: ResolvedFormation;
  session: string;
  ovld: readonly string[];
}

/**
 * Agents without a terminal: panes are files, and what a relay types into one is handed to the agent as keys.
 * It takes a nudge for nothing else: it never looks into its inbox by itself.
 */
export function toldStage(staging: Staging): Stage {
  const { camp, parts, store, session, ovld } = staging;
  const formation = { ...staging.formation, mux: 'recording' as const };
  const roles = rolesOf(formation);
  const agents = new Map<Role, ChildProcess>();
  let watch: DirWatch | undefined;
  let over = false;
  let fail: (error: Error) => void = () => undefined;
  const closed = new Promise<never>((_, reject) => (fail = reject));
  closed.catch(() => undefined);

  function seat(role: Role, [program = '', ...args]: readonly string[]): void {
    const { env, project: cwd } = camp;
    const agent = spawn(program, args, { env, cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    agent.stdin?.on('error', () => undefined);
    agent.on('error', fail);
    agents.set(role, agent);
  }

  return {
    closed,
    async open() {
      const army = { formation, session, store, ovld, rituals: new Map<Role, string>() };
      const outfits: Outfit[] = [];
      for (const role of roles) outfits.push(await outfitRole(parts, army, role));
      await store.init(formation);
      await store.outfit(
        formation,
        outfits.flatMap(({ files }) => files),
      );
      const panes = join(store.where, 'panes');
      fs.mkdirSync(panes, { recursive: true, mode: 0o700 });
      for (const role of roles) fs.writeFileSync(paneFile(panes, role), '', { mode: 0o600 });
      if (over) return;
      watch = watchPanes(panes, roles, (role, line) => {
        agents.get(role)?.stdin?.write(`\u001b[200~${line}\u001b[201~\r`);
      });
      roles.forEach((role, i) => seat(role, outfits[i]?.argv ?? []));
    },
    async close() {
      over = true;
      watch?.close();
      for (const agent of agents.values()) agent.kill('SIGTERM');
      await parts.processes.end(await parts.processes.ofArmy(store.where));
    },
  };
}
