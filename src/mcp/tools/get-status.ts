import * as z from 'zod/mini';
import { agentStates } from '../../message/status.ts';
import { defineTool, type ToolMaker } from '../tool.ts';

const observed = () =>
  z.object({
    unread: z.int(),
    oldest_unread_seconds: z.nullable(z.number()),
    relay: z.enum(['alive', 'gone']),
    agent: z.enum(agentStates),
    limited_until: z.optional(z.string()),
    unreachable: z.boolean(),
    last_ring: z.optional(z.object({ at: z.string(), by: z.string(), outcome: z.string() })),
    last_wake: z.optional(
      z.object({ at: z.string(), by: z.string(), round_trip_ms: z.nullable(z.number()) }),
    ),
    held: z.optional(
      z.array(
        z.object({
          by: z.string(),
          since: z.string(),
          until: z.optional(z.string()),
          with: z.optional(z.string()),
          all: z.optional(z.literal(true)),
        }),
      ),
    ),
  });

/** What a role declares of itself. */
export const declaredFields = () => ({
  role: z.string(),
  status: z.string(),
  task: z.string(),
  updated_at: z.string(),
});

export const getStatus: ToolMaker = (roles) =>
  defineTool({
    name: 'get_status',
    description:
      'What roles declare, and what is observed: unread mail, relay, agent. Unread 0: your message was read.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      role: z._default(z.string(), 'all').check(z.meta({ enum: [...roles, 'all'] })),
    }),
    output: z.object({
      statuses: z.array(z.object({ ...declaredFields(), observed: observed() })),
    }),
    async run({ relay }, { role }) {
      const statuses = await relay.report(role);
      return { text: statuses.map((one) => JSON.stringify(one)).join('\n'), data: { statuses } };
    },
  });
