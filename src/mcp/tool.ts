import type * as z from 'zod/mini';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { BoardTexts } from '../i18n/board-texts.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Handover } from '../relay/inbox.ts';
import type { Handed } from '../relay/message.ts';
import type { Relay } from '../relay/relay.ts';
import type { Work } from '../work/work.ts';

/** Hints of the protocol: what a client may assume without asking. */
interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: boolean;
}

/** What a tool may use. Who is calling is in `relay`, never among the arguments. */
export interface ToolContext {
  relay: Relay;
  texts: Texts;
  boardTexts: BoardTexts;
  /** check_inbox of this very request. */
  check: (fits: (message: Handed) => boolean) => Promise<Handover>;
  /** The board and the knowledge: opened by the first tool that needs them. */
  work: () => Promise<Work>;
}

/** The same result twice: words for the model, data for programs. */
export interface Reply {
  text: string;
  data: Record<string, unknown>;
}

export interface Tool {
  name: string;
  description: string;
  annotations: ToolAnnotations;
  input: z.ZodMiniType;
  output: z.ZodMiniType;
  call(context: ToolContext, args: unknown): Promise<Reply>;
}

/** A tool whose arguments are parsed by its own schema before anything else happens. */
export function defineTool<I extends z.ZodMiniType>(
  tool: Omit<Tool, 'input' | 'call'> & {
    input: I;
    run: (context: ToolContext, args: z.infer<I>) => Promise<Reply>;
  },
): Tool {
  const { run, ...rest } = tool;
  return { ...rest, call: (context, args) => run(context, tool.input.parse(args)) };
}

export type ToolMaker = (roles: readonly Role[]) => Tool;
export type WorkToolMaker = (formation: Pick<Formation, 'roles'>) => Tool;
