import * as z from 'zod/mini';
import {
  formationSchema,
  missingDuty,
  muxKinds,
  paneSchema,
  seatSchema,
  tabSchema,
  titleSchema,
  withoutContradictions,
} from './formation.ts';
import { copiesOf, findCountedRole, MOST_COPIES, expandCounts } from './copies.ts';
import { addReason } from './issue-reason.ts';
import { roleSchema } from './role.ts';

const { template: _template, number: _number, ...writtenSeat } = seatSchema.shape;

/**
 * A formation as a person writes it, in YAML: roles and panes, nothing about this summons. Unlike
 * `formation.json` it may hold no other key, because a misspelt one would silently do nothing.
 */
export const formationDocumentSchema = z
  .strictObject({
    /** Said by the file's name; if it is said again, it must be the same. */
    name: z.optional(roleSchema),
    agent: z.optional(formationSchema.shape.agent.def.innerType),
    /** The multiplexer, unless another is chosen, if it is installed. */
    mux: z.optional(z.enum(muxKinds)),
    store: z.optional(formationSchema.shape.store.def.innerType),
    toolsets: z.optional(formationSchema.shape.toolsets.def.innerType),
    roles: z
      .array(
        z.strictObject({
          ...writtenSeat,
          title: z.optional(z.strictObject(titleSchema.shape)),
          /** So many of a kind: `specialist_1`, `specialist_2` … */
          count: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_COPIES))),
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
  .check(z.superRefine(withoutContradictions), z.superRefine(withoutMisfits));

type FormationDocument = z.infer<typeof formationDocumentSchema>;

/** What only shows where a seat has a count, or the board is on. */
function withoutMisfits(document: FormationDocument, context: z.core.$RefinementCtx): void {
  document.roles.forEach((seat, i) => {
    if (typeof (seat.agent ?? document.agent ?? '') === 'string') return;
    for (const key of ['model', 'permission_mode'] as const) {
      if (seat[key] === undefined) continue;
      addReason(context, ['roles', i, key], { code: 'custom_seat_key', key });
    }
  });
  const { roles, tabs, toolsets = [] } = document;
  const missing = toolsets.includes('board') ? missingDuty(document) : undefined;
  if (missing !== undefined)
    addReason(context, ['toolsets'], { code: 'duty_missing', duty: missing });
  const names = new Set(roles.map(({ role }) => role));
  roles.forEach(({ role, count, duty }, i) => {
    if (count === undefined) return;
    for (const copy of copiesOf(role, MOST_COPIES)) {
      if (names.has(copy))
        addReason(context, ['roles', i], { code: 'copy_name_taken', name: copy });
      if (!roleSchema.safeParse(copy).success) {
        addReason(context, ['roles', i], { code: 'copy_name_too_long', name: copy });
      }
    }
    if (count > 1 && duty !== undefined && duty !== 'specialist') {
      addReason(context, ['roles', i, 'count'], { code: 'duty_single', duty });
    }
  });
  const counted = new Map(roles.flatMap(({ role, count }) => (count ? [[role, count]] : [])));
  tabs.forEach(({ name, panes }, i) => {
    panes.forEach(({ role, size }, j) => {
      if (size === undefined || !counted.has(role)) return;
      addReason(context, ['tabs', i, 'panes', j, 'size'], { code: 'size_of_counted', role });
    });
    const all = panes.reduce((sum, { role }) => sum + (counted.get(role) ?? 1), 0);
    if (all > 16) {
      addReason(context, ['tabs', i], { code: 'tab_too_full', tab: name, panes: all, most: 16 });
    }
  });
}

/** The whole formation: what the document does not say is as usual. */
export function wholeFormation(name: string, document: FormationDocument, specialists?: number) {
  const chosen = specialists === undefined ? undefined : findCountedRole(document.roles);
  const seats = document.roles.map((seat) =>
    seat.role === chosen ? { ...seat, count: specialists } : seat,
  );
  return formationSchema.safeParse({ ...document, ...expandCounts(seats, document.tabs), name });
}
