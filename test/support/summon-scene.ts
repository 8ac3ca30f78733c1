import { launchWords } from './launch-words.ts';
import type { Agent, Trust } from '../../src/agent/agent.ts';
import { formationSchema } from '../../src/army/formation.ts';
import { systemClock } from '../../src/kit/clock.ts';
import type { Mux, Pane, Reseat } from '../../src/mux/mux.ts';
import { openMemoryStore, sharedMemory } from './memory-store.ts';
import type { ArmyRecord, OutfitFile } from '../../src/store/store.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import type { ResolvedFormation } from '../../src/summon/resolve.ts';
import type { SummonOrder } from '../../src/summon/summon.ts';

export interface SceneOptions {
  rituals?: ResolvedFormation['ritual_delivery'];
  /** What the program says of its version. */
  says?: string | undefined;
  installed?: boolean;
  /** Files with a conversation in them. */
  transcripts?: readonly string[];
  /** Of the role's own; undefined once a person closed it. */
  panes?: readonly Pane[];
  running?: readonly number[];
  left?: readonly number[];
  reseats?: boolean;
  split?: 'rows' | 'tiled';
  /** What the agent says of the folder; it is trusted where nothing is said. */
  trust?: Trust;
  headless?: { columns: number; rows: number };
}

export const ROLES = ['one', 'two'];
export const conversation = (n: number) => ({
  id: `0000000${n}-1111-4222-8333-444444444444`,
  transcript: `/t/${n}`,
});

const agent: Agent = {
  kind: 'claude',
  program: 'sage',
  version: { args: ['-V'], needs: '2.10.0', read: (said) => /^sage (\S+)$/.exec(said)?.[1] },
  read: () => ({ state: 'unknown' }),
  shows: () => false,
  resumes: (transcript) => transcript === 'talk',
  launch: ({ role, paths, resume, ritual }) => ({
    argv: ['sage', role, ...(resume === undefined ? [] : ['--resume', resume])],
    mcp: { at: paths.mcp },
    hooks: `# ${ritual?.text ?? 'nobody'}`,
    ...(ritual?.delivery === 'system-prompt' && { ritual: ritual.text }),
  }),
};

/** An army of two in a memory store, with a multiplexer and a machine that write down what they are told. */
export function summonScene(options: SceneOptions = {}) {
  const { installed = true, transcripts = [], running = [] } = options;
  const done: string[] = [];
  const files: OutfitFile[] = [];
  const reseats: Reseat[] = [];
  const shared = sharedMemory();
  const memory = openMemoryStore(shared);
  const store: typeof memory = {
    ...memory,
    async writeOutfit(formation, given) {
      done.push('outfit');
      files.push(...given);
      await memory.writeOutfit(formation, given);
    },
    async replaceOutfitFiles(given) {
      done.push('refit');
      files.push(...given);
    },
    async cleanUp(history) {
      done.push('cleanup');
      return memory.cleanUp(history);
    },
  };
  const formation: ResolvedFormation = {
    ...formationSchema.parse({
      name: 'pair',
      mux: 'tmux',
      ritual_delivery: options.rituals ?? 'typed',
      roles: ROLES.map((role) => ({ role })),
      tabs: [
        { name: 'tab', split: options.split ?? 'rows', panes: ROLES.map((role) => ({ role })) },
      ],
    }),
    mux: 'tmux',
    folder: '/work',
  };
  const panes =
    options.panes ?? ROLES.map((role, i) => ({ id: `%${i}`, title: role, role, alive: true }));
  const mux = {
    kind: 'tmux',
    session: 'pair',
    headless: options.headless ?? { columns: 50, rows: 50 },
    capabilities: async () => ({ version: '3.4', byPane: true }),
    state: async () => 'none',
    life: async () => 'ours',
    address: async () => undefined,
    sight: async () => ({ state: 'none', life: undefined, panes: [] }),
    panes: async () => panes,
    plan: () => ({ files: [], steps: [] }),
    start: async () => void done.push('start'),
    async reseat(order: Reseat) {
      done.push('reseat');
      reseats.push(order);
      if (options.reseats === false) throw new Error('not seen');
      return order.pane ?? '%9';
    },
  } as unknown as Mux;
  const record: ArmyRecord = {
    session: 'pair',
    folder: '/work',
    formation: 'pair',
    mux: 'tmux',
    relayDir: '/r',
    startedAt: '2026-11-15T00:00:00.000Z',
  };
  const parts = {
    clock: systemClock,
    alone: <T>(work: () => Promise<T>) => work(),
    relayDir: () => '/r',
    historyDir: () => '/h',
    armies: { list: async () => [], add: async () => undefined, remove: async () => undefined },
    openStore: async () => store,
    openMux: async () => mux,
    openAgent: async () => agent,
    readTrust: async () => options.trust ?? { state: 'trusted' },
    words: () => launchWords,
    processes: {
      isInstalled: async () => installed,
      resolve: (folder: string) => folder,
      isFolder: async () => true,
      readOutput: async (program: string, args: readonly string[]) => {
        done.push(['ask', program, ...args].join(' '));
        return 'says' in options ? options.says : 'sage 2.10.0';
      },
      readBeginning: async (path: string) => (transcripts.includes(path) ? 'talk' : undefined),
      ofArmy: async () => [],
      seated: async () => [],
      ofRole: async () => running,
      async end(pids: readonly number[]) {
        if (pids.length > 0) done.push(`end ${pids.join(' ')}`);
        return options.left ?? [];
      },
      bootedAt: () => 0,
      bootId: () => 'here',
      muxAbove: () => undefined,
    },
  } as unknown as ArmyParts;
  const rituals = new Map(ROLES.map((role) => [role, `You are ${role}.`]));
  const none = formation.ritual_delivery === 'none';
  const order: SummonOrder = {
    formation,
    rituals: none ? new Map() : rituals,
    session: undefined,
    defaultSession: 'pair',
    ovld: ['ovld'],
    terminal: undefined,
    inside: undefined,
    resume: false,
  };
  return { parts, order, store, shared, mux, record, formation, done, files, reseats };
}
