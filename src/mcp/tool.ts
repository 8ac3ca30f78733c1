import type * as z from 'zod/mini';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { BoardTexts } from '../i18n/board.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Handover } from '../relay/inbox.ts';
import type { Handed } from '../message/message.ts';
import type { Relay } from '../relay/relay.ts';
import type { Work } from '../work/work.ts';

export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: boolean;
}

/** What a tool may use. The caller's role is in `relay`, never among the arguments. */
export interface ToolContext {
  /** Without its `check`: what a tool hands over is remembered by the `check` below. */
  relay: Omit<Relay, 'check' | 'ready' | 'stop'>;
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
