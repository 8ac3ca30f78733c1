import type { Role } from '../army/role.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import type { Command, CommandOrder } from './command.ts';
import { slateOf, needDuty, numbered, type Rules } from './slate.ts';
import { clip, noteOf } from './notes.ts';
import { settle } from './settle.ts';

export function decideIssue(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  order: CommandOrder,
): Decision<{ command: Command }> {
  needDuty(by, rules.envoys, 'envoy');
  const slate = slateOf(sheets);
  const id = numbered('cmd', sheets.next.command);
  const command: Command = { id, timestamp: rules.now, ...order, status: 'pending' };
  slate.putCommand(command);
  const { purpose, priority } = command;
  const words = rules.words.commandIssued({ id, purpose: clip(purpose), priority });
  for (const to of rules.marshalls) slate.note(noteOf(by, to, 'task_assigned', words));
  settle(slate, rules, by);
  return slate.decision({ command });
}
