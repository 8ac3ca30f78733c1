import * as z from 'zod/mini';
import type { CodedReason } from '../errors.ts';
import { alertKinds, HUMAN } from './human.ts';
import { customAgentSchema, type CustomAgent } from './custom-agent.ts';
import { addReason } from './issue-reason.ts';
import { roleSchema, type Role } from './role.ts';

export const titleSchema = z.object({ en: z.string(), ja: z.string() });

export const languages = ['en', 'ja'] as const;
export const muxKinds = ['zellij', 'tmux'] as const;
export const agentKinds = [
  'claude',
  'codex',
  'opencode',
  'qwen',
  'copilot',
  'gemini',
  'mock',
] as const;
/** Where mail lives: JSON files of the relay directory, or the YAML queue of the project. */
export const storeKinds = ['files', 'queue'] as const;
/** Which tools its roles are given; which of a set's tools, their duty says. */
export const toolsetKinds = ['messaging', 'board', 'knowledge'] as const;
/** What a role does on the board: says what is wanted, decides how, does it. */
export const duties = ['envoy', 'marshall', 'specialist'] as const;
export const targetings = ['pane', 'focus'] as const;
/** Those of Claude Code, of all versions. A formation may name a newer one. */
export const permissionModes = [
  'acceptEdits',
  'auto',
  'bypassPermissions',
  'default',
  'dontAsk',
  'manual',
  'plan',
] as const;
/** Pasted into its composer, or given to the agent by its start. */
export const ritualDeliveries = ['typed', 'system-prompt'] as const;

export type Language = (typeof languages)[number];
export type MuxKind = (typeof muxKinds)[number];
export type AgentKind = (typeof agentKinds)[number];
/** What plays a role: a program that ovld knows by its name, or one that the formation describes. */
export type AgentChoice = AgentKind | CustomAgent;
/** The same as a word. */
export type SeatKind = AgentKind | 'custom';
export type Toolset = (typeof toolsetKinds)[number];
export type Duty = (typeof duties)[number];
export type Targeting = (typeof targetings)[number];
export type RitualDelivery = (typeof ritualDeliveries)[number];

const milliseconds = z.int().check(z.minimum(0), z.maximum(60_000));

/** Pauses around every typing, in milliseconds; the defaults are the seed's. */
export const pausesSchema = z.object({
  /** After the pane was found, before anything is typed. */
  before: z._default(milliseconds, 500),
  /** Between the text and Enter. */
  enter: z._default(milliseconds, 200),
  /** Between one role's ritual and the next. */
  between: z._default(milliseconds, 1000),
});

export type Pauses = z.infer<typeof pausesSchema>;
export const usualPauses: Pauses = { before: 500, enter: 200, between: 1000 };

/** How, and of what, a person is alerted. */
export const notifySchema = z.object({
  bell: z._default(z.boolean(), true),
  desktop: z._default(z.boolean(), true),
  /** A program of theirs, with its arguments. */
  command: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  on: z._default(z.array(z.enum(alertKinds)), [...alertKinds]),
});

export type Notify = z.infer<typeof notifySchema>;
export const usualNotify: Notify = { bell: true, desktop: true, on: [...alertKinds] };

/** From how many messages between two roles on, in how many seconds, they are slowed by what pauses. */
const seconds = z.int().check(z.minimum(1), z.maximum(86_400));
export const guardSchema = z.object({
  messages: z._default(
    z.union([z.int().check(z.minimum(1), z.maximum(100)), z.literal('off')]),
    20,
  ),
  window: z._default(seconds, 300),
  pause: z._default(seconds, 30),
  longest_pause: z._default(seconds, 600),
});

export type GuardMeasure = z.infer<typeof guardSchema>;
export const usualGuard: GuardMeasure = {
  messages: 20,
  window: 300,
  pause: 30,
  longest_pause: 600,
};

const agentChoiceSchema = z.union([z.enum(agentKinds), customAgentSchema]);

export const seatSchema = z.object({
  role: roleSchema,
  title: z.optional(titleSchema),
  /** The roles it gives orders to. Rituals name them; nothing enforces it. */
  commands: z._default(z.array(roleSchema), []),
  duty: z.optional(z.enum(duties)),
  agent: z.optional(agentChoiceSchema),
  model: z.optional(z.string().check(z.minLength(1))),
  args: z._default(z.array(z.string()), []),
  permission_mode: z.optional(z.string().check(z.minLength(1))),
  /** Where the agent works; relative to the folder the army is summoned in. */
  cwd: z.optional(z.string().check(z.minLength(1))),
  /** Of a role that was made from one with a count: that role, and which of its copies this is. */
  template: z.optional(roleSchema),
  number: z.optional(z.int().check(z.minimum(1))),
});

export const paneSchema = z.object({
  role: roleSchema,
  /** Per cent of its tab, along the split. */
  size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  focus: z._default(z.boolean(), false),
});

export const tabSchema = z.object({
  name: roleSchema,
  focus: z._default(z.boolean(), false),
  /** `columns`: side by side. `rows`: one below the other. `tiled`: a grid, all of a size. */
  split: z._default(z.enum(['columns', 'rows', 'tiled']), 'columns'),
  panes: z.array(paneSchema).check(z.minLength(1), z.maxLength(16)),
});

export type Seating = z.infer<typeof seatSchema>;
export type Tab = z.infer<typeof tabSchema>;

/**
 * A formation is data: the roles of the army, their chain of command, and their panes. The same
 * document, resolved (nothing left to choose), is what summon leaves for the relays as
 * `formation.json`; keys that only a resolved one has are optional here.
 */
export const formationSchema = z
  .object({
    name: roleSchema,
    language: z._default(z.enum(languages), 'en'),
    mux: z._default(z.enum(['none', 'recording', ...muxKinds]), 'none'),
    agent: z._default(agentChoiceSchema, 'claude'),
    store: z._default(z.enum(storeKinds), 'files'),
    toolsets: z._default(z.array(z.enum(toolsetKinds)), ['messaging']),
    targeting: z._default(z.enum(targetings), 'pane'),
    pauses: z._default(pausesSchema, usualPauses),
    /** How each role is given its ritual; `none` where the army was summoned without. */
    ritual_delivery: z._default(z.enum([...ritualDeliveries, 'none']), 'typed'),
    /** Seconds a role may take to become ready before its ritual is skipped. */
    ready_timeout: z._default(z.number().check(z.minimum(1), z.maximum(3600)), 60),
    notify: z._default(notifySchema, usualNotify),
    guard: z._default(guardSchema, usualGuard),
    /** Where the multiplexer listens, as found by summon: tmux's socket, Zellij's socket directory. */
    mux_address: z.optional(z.string()),
    /** The digest of what its file chose to be executed, where that is a project's: its person approved it. */
    approved: z.optional(z.string()),
    /** The folder the army was summoned in. */
    folder: z.optional(z.string()),
    /** Where the board of an army that only plays is kept, instead of in that folder. */
    scratch: z.optional(z.string()),
    roles: z.array(seatSchema).check(z.minLength(1), z.maxLength(64)),
    tabs: z._default(z.array(tabSchema).check(z.maxLength(64)), []),
  })
  .check(z.superRefine(withoutContradictions));

export type Formation = z.infer<typeof formationSchema>;

export const rolesOf = (formation: Pick<Formation, 'roles'>): readonly Role[] =>
  formation.roles.map(({ role }) => role);

/** The program that plays a role. */
export const agentChoiceOf = (
  { roles, agent }: Pick<Formation, 'roles' | 'agent'>,
  role: Role,
): AgentChoice => roles.find((seat) => seat.role === role)?.agent ?? agent;

export const agentKindOf = (formation: Pick<Formation, 'roles' | 'agent'>, role: Role): SeatKind =>
  kindOf(agentChoiceOf(formation, role));

export const kindOf = (agent: AgentChoice): SeatKind =>
  typeof agent === 'string' ? agent : 'custom';

export const dutyOf = ({ roles }: Pick<Formation, 'roles'>, role: Role): Duty | undefined =>
  roles.find((seat) => seat.role === role)?.duty;

/** The roles of a duty, in the formation's order. */
export const rolesWith = ({ roles }: Pick<Formation, 'roles'>, duty: Duty): readonly Role[] =>
  roles.filter((seat) => seat.duty === duty).map(({ role }) => role);

/** A duty the board needs and no role of this formation has. */
export const missingDuty = ({ roles }: Pick<Formation, 'roles'>): Duty | undefined =>
  duties.find((duty) => !roles.some((seat) => seat.duty === duty));

/** Whether its roles work with documents in the project. */
export const hasBoard = ({ toolsets }: Pick<Formation, 'toolsets'>): boolean =>
  toolsets.includes('board') || toolsets.includes('knowledge');

/** The folder whose `.ovld/` holds the documents of the army. */
export const documentsFolder = ({
  scratch,
  folder,
}: Pick<Formation, 'scratch' | 'folder'>): string | undefined => scratch ?? folder;

/** What no schema of a single value can see: names that do not fit each other. */
export function withoutContradictions(
  { roles, tabs }: Pick<Formation, 'roles' | 'tabs'>,
  context: z.core.$RefinementCtx,
): void {
  let isSound = true;
  const complain = (path: (string | number)[], reason: CodedReason): void => {
    isSound = false;
    addReason(context, path, reason);
  };
  const names = roles.map(({ role }) => role);
  roles.forEach(({ role, commands, duty }, i) => {
    if (role === 'all' || role === HUMAN) {
      complain(['roles', i], { code: 'reserved_name', name: role });
    }
    if (names.indexOf(role) !== i) complain(['roles', i], { code: 'role_twice', role });
    for (const other of commands) {
      if (names.includes(other)) continue;
      complain(['roles', i, 'commands'], { code: 'role_unknown', role: other });
    }
    const first = roles.find((seat) => seat.duty === duty);
    if (duty !== undefined && duty !== 'specialist' && first !== roles[i]) {
      complain(['roles', i, 'duty'], { code: 'duty_taken', role: first?.role ?? '', duty });
    }
  });
  if (tabs.length === 0) return;
  const seen = new Set<Role>();
  const tabNames = tabs.map(({ name }) => name);
  tabs.forEach(({ name, split, panes }, i) => {
    if (tabNames.indexOf(name) !== i) complain(['tabs', i], { code: 'tab_twice', tab: name });
    panes.forEach(({ role, size }, j) => {
      const path = ['tabs', i, 'panes', j];
      if (split === 'tiled' && size !== undefined) {
        complain([...path, 'size'], { code: 'size_in_grid' });
      }
      if (!names.includes(role)) complain(path, { code: 'role_unknown', role });
      if (seen.has(role)) complain(path, { code: 'pane_twice', role });
      seen.add(role);
    });
    const sizes = panes.flatMap(({ size }) => size ?? []);
    const sum = sizes.reduce((a, b) => a + b, 0);
    const whole = sizes.length === panes.length;
    if (split !== 'tiled' && (whole ? sum !== 100 : sum >= 100)) {
      complain(['tabs', i], { code: 'sizes_wrong', tab: name, sum });
    }
  });
  // A pane with an unknown role is most often the pane that is missing.
  if (!isSound) return;
  names.forEach((role, i) => {
    if (!seen.has(role)) complain(['roles', i], { code: 'pane_missing', role });
  });
}
