import * as z from 'zod/mini';
import type { AgentNews } from '../agent.ts';
import { Refused, type AppServer } from './app-server.ts';
import { OURS } from './doorbells.ts';

/** What was said to a turn, and by whom. */
const itemSchema = z.object({
  type: z.string(),
  clientId: z.optional(z.nullable(z.string())),
});

const turnSchema = z.object({ id: z.string(), status: z.string(), items: z.array(itemSchema) });

type Turn = z.infer<typeof turnSchema>;

const turnsSchema = z.object({ data: z.array(turnSchema) });

/** More do not begin and end between two looks. */
const MOST = 20;

/**
 * What has become of the turns of one conversation since the last look. Codex says when it is busy and when it is
 * idle, and no more: what turns began with, and which of them have ended well, is asked for.
 */
export function createTurns() {
  let thread: string | undefined;
  /** The newest turn that has ended. */
  let ended: string | undefined;
  let lastMark: string | undefined;

  return {
    /** Whether the newest turn has told what it began with, and whether one was interrupted. */
    async look(
      server: AppServer,
      threadId: string,
      tell: (news: AgentNews) => void,
    ): Promise<{ isTold: boolean; wasInterrupted: boolean }> {
      const turns = await listTurns(server, threadId);
      const isKnown =
        thread === threadId && (ended === undefined || turns.some(({ id }) => id === ended));
      thread = threadId;
      // Of another conversation, or one that was cut back, no turn before this look is counted.
      if (!isKnown) ended = turns.find(hasEnded)?.id;
      const fresh = turnsAfter(turns, ended);
      for (const turn of fresh) {
        const mark = markOf(turn);
        if (mark !== undefined && mark !== lastMark) tell({ mark: (lastMark = mark) });
        if (!hasEnded(turn)) continue;
        ended = turn.id;
        // Not where it was interrupted, or an error ended it (X7).
        if (turn.status === 'completed') tell({ finished: true });
      }
      const [newest] = turns;
      const isTold = newest !== undefined && (hasEnded(newest) || newest.items.length > 0);
      return { isTold, wasInterrupted: fresh.some(({ status }) => status === 'interrupted') };
    },
  };
}

/** Newest first. Before its first turn a conversation refuses to list any. */
async function listTurns(server: AppServer, threadId: string): Promise<readonly Turn[]> {
  const order = { threadId, limit: MOST, sortDirection: 'desc', itemsView: 'summary' };
  try {
    return (await server.ask('thread/turns/list', order, turnsSchema)).data;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

const hasEnded = ({ status }: Turn): boolean => status !== 'inProgress';

/** Oldest first. */
function turnsAfter(turns: readonly Turn[], id: string | undefined): Turn[] {
  const known = turns.findIndex((turn) => turn.id === id);
  return turns.slice(0, known < 0 ? undefined : known).toReversed();
}

function markOf({ items }: Turn): string | undefined {
  const said = items.find(({ type }) => type === 'userMessage')?.clientId ?? '';
  return said.startsWith(OURS) ? said.slice(OURS.length) : undefined;
}
