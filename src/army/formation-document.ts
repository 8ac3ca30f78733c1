import * as z from 'zod';
import {
  formationSchema,
  paneSchema,
  seatSchema,
  tabSchema,
  titleSchema,
  withoutContradictions,
  type Formation,
} from './formation.ts';
import { roleSchema } from './role.ts';

/**
 * A formation as a person writes it, in YAML: who and where, with nothing about this summons. Unlike
 * `formation.json` it may hold no other key, because a misspelt one would silently do nothing.
 */
export const formationDocumentSchema = z
  .strictObject({
    /** Said by the file's name; if it is said again, it must be the same. */
    name: roleSchema.optional(),
    agent: formationSchema.shape.agent.unwrap().optional(),
    roles: z
      .array(z.strictObject({ ...seatSchema.shape, title: titleSchema.strict().optional() }))
      .min(1)
      .max(64),
    tabs: z
      .array(
        z.strictObject({ ...tabSchema.shape, panes: z.array(paneSchema.strict()).min(1).max(16) }),
      )
      .max(64)
      .default([]),
  })
  .superRefine(withoutContradictions);

type FormationDocument = z.infer<typeof formationDocumentSchema>;

/** The whole formation: what the document does not say is as usual. */
export const wholeFormation = (name: string, document: FormationDocument): Formation =>
  formationSchema.parse({ ...document, name });
