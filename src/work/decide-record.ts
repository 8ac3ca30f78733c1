import type { Role } from '../army/role.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import { slateOf, needDuty, numbered, type Rules } from './slate.ts';
import type { Knowledge, KnowledgeOrder } from './knowledge.ts';

export function decideRecord(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  { source_task, ...order }: KnowledgeOrder,
): Decision<{ knowledge: Knowledge }> {
  needDuty(by, rules.marshalls, 'marshall');
  const slate = slateOf(sheets);
  if (source_task !== undefined) slate.known(source_task);
  const knowledge: Knowledge = {
    id: numbered(order.type, sheets.next.knowledge[order.type]),
    type: order.type,
    ...(source_task === undefined ? {} : { source_task }),
    timestamp: rules.now,
    title: order.title,
    content: order.content,
    files: order.files,
    tags: order.tags,
  };
  slate.putKnowledge(knowledge);
  return slate.decision({ knowledge });
}
