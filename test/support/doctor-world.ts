import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { composeDoctor } from '../../src/compose/doctor.ts';
import { examine, type Examined } from '../../src/doctor/doctor.ts';
import { armyFiles } from '../../src/store/files/armies.ts';
import { openFileStore } from '../../src/store/files.ts';
import type { ArmyRecord, Store } from '../../src/store/store.ts';

export interface DoctorWorld {
  home: string;
  own: string;
  project: string;
  env: Record<string, string>;
  /** For programs, in milliseconds. */
  patience: { ms: number };
  /** Written whole, with the directories above it. */
  file: (path: string, text: string) => string;
  /** Puts a program first on the PATH; `says` is a shell script. */
  program: (name: string, script: string) => void;
  /** The relay directory of a session, with the formation in it. */
  relay(session?: string): Promise<Store>;
  register(more?: Partial<ArmyRecord>): Promise<ArmyRecord>;
  look(): Promise<Examined[]>;
  fix(): Promise<Examined[]>;
}

/** What a tmux without sessions answers. */
export const NO_SERVER = 'echo "no server running on /tmp/x" >&2; exit 1';
const TMUX = `case "$1" in -V) echo "tmux 3.4";; *) ${NO_SERVER};; esac`;

/** A person with a home, a project and programs of their own, in which nothing is wrong. */
export function doctorWorld(): DoctorWorld {
  // Short: a socket's path has little room (Z23).
  const dir = mkdtempSync('/tmp/od-');
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const [home, bin, project] = ['home', 'bin', 'project'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const place of [home, bin, project, join(dir, 'tmp')]) mkdirSync(place, { mode: 0o700 });
  const own = join(home, '.config', 'ovld');
  const env: Record<string, string> = {
    HOME: home,
    PATH: `${bin}:/usr/bin:/bin`,
    TMPDIR: join(dir, 'tmp'),
    LANG: 'C.UTF-8',
    ZELLIJ_SOCKET_DIR: join(dir, 'z'),
    TMUX_TMPDIR: dir,
  };
  const file = (path: string, text: string): string => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const program = (name: string, script: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('zellij', 'case "$1" in --version) echo "zellij 0.45.1";; *) exit 1;; esac');
  program('tmux', TMUX);
  program('claude', 'echo "2.1.325 (Claude Code)"');

  const relayDir = (session: string): string =>
    session === 'overlord' ? join(own, 'relay') : join(own, 'sessions', session, 'relay');
  // Long: on a busy machine the programs of this world may take their time.
  const patience = { ms: 10_000 };
  const run = async (fix: boolean): Promise<Examined[]> => {
    const { ms } = patience;
    return examine(await composeDoctor(env, project, { muxMs: ms, agentMs: ms, sessionMs: ms }), {
      fix,
    });
  };

  return {
    home,
    own,
    project,
    env,
    patience,
    file,
    program,
    async relay(session = 'overlord') {
      const store = openFileStore(relayDir(session));
      const formation = { ...overlordFormation, mux: 'tmux' as const, folder: project };
      await store.init(formation);
      await store.writeOutfit(formation, []);
      return store;
    },
    async register(more = {}) {
      const session = more.session ?? 'overlord';
      const record: ArmyRecord = {
        session,
        folder: project,
        formation: 'overlord',
        mux: 'tmux',
        muxAddress: join(dir, 'tmux.sock'),
        life: 'one',
        relayDir: relayDir(session),
        startedAt: new Date().toISOString(),
        ...more,
      };
      await armyFiles(join(own, 'armies')).add(record);
      return record;
    },
    look: () => run(false),
    fix: () => run(true),
  };
}
