import * as z from 'zod';
import { agentKinds, languages, muxKinds, pausesSchema, targetings } from '../army/formation.ts';
import { roleSchema } from '../army/role.ts';

const { before, enter, between } = pausesSchema.shape;

/** `.ovld/config.yaml` and `~/.config/ovld/config.yaml`; a flag or a variable is held against it too. */
export const configSchema = z.strictObject({
  mux: z.enum(muxKinds).optional(),
  agent: z.enum(agentKinds).optional(),
  language: z.enum(languages).optional(),
  formation: roleSchema.optional(),
  targeting: z.enum(targetings).optional(),
  pauses: z
    .strictObject({
      before: before.unwrap().optional(),
      enter: enter.unwrap().optional(),
      between: between.unwrap().optional(),
    })
    .optional(),
  /** Seconds a role may take to become ready before its ritual is skipped. */
  ready_timeout: z.number().min(1).max(3600).optional(),
});

export type Config = z.infer<typeof configSchema>;
