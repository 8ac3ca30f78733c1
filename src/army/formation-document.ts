import * as z from 'zod/mini';
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
    name: z.optional(roleSchema),
    agent: z.optional(formationSchema.shape.agent.def.innerType),
    roles: z
      .array(
        z.strictObject({
          ...seatSchema.shape,
          title: z.optional(z.strictObject(titleSchema.shape)),
        }),
      )
      .check(z.minLength(1), z.maxLength(64)),
    tabs: z._default(
      z
        .array(
          z.strictObject({
            ...tabSchema.shape,
            panes: z.array(z.strictObject(paneSchema.shape)).check(z.minLength(1), z.maxLength(16)),
          }),
        )
        .check(z.maxLength(64)),
      [],
    ),
  })
  .check(z.superRefine(withoutContradictions));

type FormationDocument = z.infer<typeof formationDocumentSchema>;

/** The whole formation: what the document does not say is as usual. */
export const wholeFormation = (name: string, document: FormationDocument): Formation =>
  formationSchema.parse({ ...document, name });
