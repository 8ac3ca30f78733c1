import type { Role } from '../army/role.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import { editBoard, assertDuty, formatId, type Rules } from './edited-board.ts';
import type { Knowledge, KnowledgeOrder } from './knowledge.ts';

export function decideRecord(
  state: BoardState,
  rules: Rules,
  by: Role,
  { source_task, ...order }: KnowledgeOrder,
): Decision<{ knowledge: Knowledge }> {
  assertDuty(by, rules.marshalls, 'marshall');
  const edited = editBoard(state);
  if (source_task !== undefined) edited.known(source_task);
  const knowledge: Knowledge = {
    id: formatId(order.type, state.next.knowledge[order.type]),
    type: order.type,
    ...(source_task === undefined ? {} : { source_task }),
    timestamp: rules.now,
    title: order.title,
    content: order.content,
    files: order.files,
    tags: order.tags,
  };
  edited.putKnowledge(knowledge);
  return edited.decision({ knowledge });
}
