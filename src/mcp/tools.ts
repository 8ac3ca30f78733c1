import { dutyOf, rolesOf, type Duty, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { boundTool } from './bounded.ts';
import type { Tool, ToolMaker, WorkToolMaker } from './tool.ts';
import { assignTask } from './tools/assign-task.ts';
import { broadcast } from './tools/broadcast.ts';
import { checkInbox } from './tools/check-inbox.ts';
import { evaluateTask } from './tools/evaluate-task.ts';
import { getStatus } from './tools/get-status.ts';
import { getTask } from './tools/get-task.ts';
import { issueCommand } from './tools/issue-command.ts';
import { listBoard } from './tools/list-board.ts';
import { recordKnowledge } from './tools/record-knowledge.ts';
import { searchKnowledge } from './tools/search-knowledge.ts';
import { sendMessage } from './tools/send-message.ts';
import { submitReport } from './tools/submit-report.ts';
import { updateStatus } from './tools/update-status.ts';
import { updateTask } from './tools/update-task.ts';

/** The five tools of the relay, in the order agents see them. */
export const toolMakers: readonly ToolMaker[] = [
  sendMessage,
  checkInbox,
  getStatus,
  updateStatus,
  broadcast,
];

const ofDuty: Record<'board' | 'knowledge', Record<Duty, readonly WorkToolMaker[]>> = {
  board: {
    envoy: [issueCommand],
    marshall: [assignTask, evaluateTask],
    specialist: [getTask, updateTask, submitReport],
  },
  knowledge: { envoy: [], marshall: [recordKnowledge], specialist: [] },
};

const ofAll: Record<'board' | 'knowledge', WorkToolMaker> = {
  board: listBoard,
  knowledge: searchKnowledge,
};

/** The tools of a role: the five, and from the army's toolsets those of its duty. */
export function toolsFor(
  formation: Pick<Formation, 'roles' | 'toolsets'>,
  role: Role,
): readonly Tool[] {
  const duty = dutyOf(formation, role);
  const sets = (['board', 'knowledge'] as const).filter((set) => formation.toolsets.includes(set));
  const makers = sets.flatMap((set) => [
    ...(duty === undefined ? [] : ofDuty[set][duty]),
    ofAll[set],
  ]);
  return [
    ...toolMakers.map((make) => make(rolesOf(formation))),
    ...makers.map((make) => boundTool(make(formation))),
  ];
}
