import * as z from 'zod/mini';
import {
  guardSchema,
  languages,
  muxKinds,
  notifySchema,
  pausesSchema,
  ritualDeliveries,
  storeKinds,
  targetings,
  toolsetKinds,
} from '../army/formation.ts';
import { agentWishSchema } from '../army/agent-wish.ts';
import { MOST_COPIES } from '../army/copies.ts';
import { addReason } from '../army/issue-reason.ts';
import { roleSchema } from '../army/role.ts';

const keepSchema = z.union([z.int().check(z.minimum(1), z.maximum(100_000)), z.literal('all')]);

const { before, enter, between } = pausesSchema.shape;
const { bell, desktop, command, on } = notifySchema.shape;
const { messages, window, pause, longest_pause } = guardSchema.shape;

/** `.ovld/config.yaml` and `~/.config/ovld/config.yaml`; a flag or a variable is held against it too. */
export const configSchema = z.strictObject({
  mux: z.optional(z.enum(muxKinds)),
  /** One program for every role, or `inferno=codex,storm=opencode`. */
  agent: z.optional(agentWishSchema),
  language: z.optional(z.enum(languages)),
  formation: z.optional(roleSchema),
  store: z.optional(z.enum(storeKinds)),
  /** What agents are given beside the messages, which are always among it. */
  toolsets: z.optional(z.array(z.enum(toolsetKinds))),
  /** How many, in a formation that has a count of them. */
  specialists: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_COPIES))),
  targeting: z.optional(z.enum(targetings)),
  pauses: z.optional(
    z.strictObject({
      before: z.optional(before.def.innerType),
      enter: z.optional(enter.def.innerType),
      between: z.optional(between.def.innerType),
    }),
  ),
  /** `typed` into its composer, or `system-prompt`: given by the agent's start. */
  ritual: z.optional(z.strictObject({ delivery: z.optional(z.enum(ritualDeliveries)) })),
  /** How a person is notified that a role waits for permission, has died, cannot be reached, or wrote. */
  notify: z.optional(
    z.strictObject({
      bell: z.optional(bell.def.innerType),
      desktop: z.optional(desktop.def.innerType),
      command,
      on: z.optional(on.def.innerType),
    }),
  ),
  /** From which measure on, and by what pauses in seconds, two roles that write each other are slowed. */
  guard: z.optional(
    z.strictObject({
      messages: z.optional(messages.def.innerType),
      window: z.optional(window.def.innerType),
      pause: z.optional(pause.def.innerType),
      longest_pause: z.optional(longest_pause.def.innerType),
    }),
  ),
  /** A tab of the army's session in which its person watches it. */
  dashboard: z.optional(z.boolean()),
  /** Seconds a role may take to become ready before its ritual is skipped. */
  ready_timeout: z.optional(z.number().check(z.minimum(1), z.maximum(3600))),
  /** How long the mail and the conversations of dismissed armies are kept; so many of each folder. */
  history: z.optional(
    z.strictObject({ keep_days: z.optional(keepSchema), keep_armies: z.optional(keepSchema) }),
  ),
});

export type Config = z.infer<typeof configSchema>;

/** A project's file may not name a program to run: it comes with a clone. */
export const projectConfigSchema = configSchema.check(
  z.superRefine(({ notify }, context) => {
    if (notify?.command === undefined) return;
    addReason(context, ['notify', 'command'], { code: 'project_command' });
  }),
);
