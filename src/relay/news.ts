import type { AgentNews, Own } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { messageOf } from '../kit/errno.ts';
import type { Log } from '../kit/log.ts';
import type { Store } from '../store/store.ts';

export const ownOf = ({ conversations }: Pick<Store, 'conversations'>, role: Role): Own => ({
  role,
  conversation: async () => (await conversations.read(role))?.id,
});

interface NewsDesk {
  store: Pick<Store, 'statuses' | 'conversations' | 'wakes'>;
  role: Role;
  log: Log;
  /** Of several relays of one agent, which hear the same, one counts its turns. */
  isActive: () => Promise<boolean>;
}

/** Writes down what an agent says of its turns, in order, as the hooks of another agent do. */
export function createNewsDesk({
  store,
  role,
  log,
  isActive,
}: NewsDesk): (news: AgentNews) => void {
  let writing = Promise.resolve();
  const write = async (news: AgentNews): Promise<void> => {
    const { state, finished, limit, conversation, transcript = '', mark } = news;
    if (mark !== undefined) await store.wakes.noteHeard(role, mark);
    if (conversation !== undefined) {
      await store.conversations.note(role, { id: conversation, transcript });
    }
    if (state === undefined && finished === undefined) return;
    if (!(await isActive())) return;
    if (limit !== undefined) await store.statuses.noteLimit(role, limit);
    const turns = (await store.statuses.readObserved(role))?.turns ?? 0;
    await store.statuses.observe(role, {
      state: finished ? 'idle' : (state ?? 'idle'),
      turns: finished ? turns + 1 : turns,
      tells: false,
    });
  };
  return (news) => {
    writing = writing
      .then(() => write(news))
      .catch((error: unknown) => log(`agent: ${messageOf(error)}`));
  };
}
