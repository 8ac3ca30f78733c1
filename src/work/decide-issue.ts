import type { Role } from '../army/role.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import type { Command, CommandOrder } from './command.ts';
import { editBoard, assertDuty, formatId, type Rules } from './edited-board.ts';
import { clip, writeNote } from './notes.ts';
import { settleBoard } from './settle.ts';

export function decideIssue(
  state: BoardState,
  rules: Rules,
  by: Role,
  order: CommandOrder,
): Decision<{ command: Command }> {
  assertDuty(by, rules.envoys, 'envoy');
  const edited = editBoard(state);
  const id = formatId('cmd', state.next.command);
  const command: Command = { id, timestamp: rules.now, ...order, status: 'pending' };
  edited.putCommand(command);
  const { purpose, priority } = command;
  const words = rules.words.commandIssued({ id, purpose: clip(purpose), priority });
  for (const to of rules.marshalls) edited.note(writeNote(by, to, 'task_assigned', words));
  settleBoard(edited, rules, by);
  return edited.decision({ command });
}
