import * as z from 'zod/mini';
import { agentKinds, type AgentKind } from './formation.ts';
import { roleSchema, type Role } from './role.ts';

/** Which program plays which role: one for all, some for single roles, or both. */
export interface AgentWish {
  usual?: AgentKind;
  seats: ReadonlyMap<Role, AgentKind>;
}

/** `codex`, `inferno=codex,storm=opencode` or `claude,storm=codex`; undefined for anything else. */
export function parseAgentWish(text: string): AgentWish | undefined {
  let usual: AgentKind | undefined;
  const seats = new Map<Role, AgentKind>();
  for (const part of text.split(',')) {
    const words = part.split('=').map((word) => word.trim());
    const name = words.pop();
    const kind = agentKinds.find((one) => one === name);
    const [role] = words;
    if (kind === undefined || words.length > 1) return undefined;
    if (role === undefined) {
      if (usual !== undefined) return undefined;
      usual = kind;
    } else {
      if (!roleSchema.safeParse(role).success || seats.has(role)) return undefined;
      seats.set(role, kind);
    }
  }
  return { ...(usual !== undefined && { usual }), seats };
}

/** The same as a setting, which stays the text it was. */
export const agentWishSchema = z.string().check(
  z.superRefine((text, context) => {
    if (parseAgentWish(text) !== undefined) return;
    context.addIssue({ code: 'invalid_value', values: [...agentKinds], input: text });
  }),
);
