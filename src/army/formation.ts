import * as z from 'zod';
import { roleSchema, type Role } from './role.ts';

const named = z.object({ en: z.string(), ja: z.string() });

const seat = z.object({
  role: roleSchema,
  title: named.optional(),
  agent: z.string().optional(),
});

/**
 * A formation is data: who sits in the army. What a relay needs of it is here; further keys of the
 * document belong to other parts and are ignored.
 */
export const formationSchema = z
  .object({
    name: roleSchema,
    language: z.enum(['en', 'ja']).default('en'),
    mux: z.enum(['none', 'recording']).default('none'),
    agent: z.enum(['mock']).default('mock'),
    roles: z.array(seat).min(1).max(64),
  })
  .refine(({ roles }) => new Set(roles.map(({ role }) => role)).size === roles.length, {
    message: 'a role appears twice',
    path: ['roles'],
  })
  .refine(({ roles }) => roles.every(({ role }) => role !== 'all'), {
    message: 'all is no role: it means every one of them',
    path: ['roles'],
  });

export type Formation = z.infer<typeof formationSchema>;

export const rolesOf = (formation: Formation): readonly Role[] =>
  formation.roles.map(({ role }) => role);
