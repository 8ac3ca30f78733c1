import { isFields, listIn, type Fields } from './fields.ts';

/** What an agent reads off `list_board`; a board that says it otherwise says nothing. */
export interface BoardLook {
  commands: readonly { id: string; status: string; project: string }[];
  tasks: readonly TaskLook[];
  specialists: readonly string[];
}

export interface TaskLook {
  id: string;
  command: string;
  owner: string;
  status: string;
  objective: string;
  blockedBy: readonly string[];
  waitsFor: readonly string[];
  reason: string | undefined;
  ended: boolean;
  evaluated: boolean;
}

export const boardLook = (data: Fields): BoardLook => ({
  commands: fieldsOf(data, 'commands').map((one) => ({
    id: text(one, 'id'),
    status: text(one, 'status'),
    project: text(one, 'project'),
  })),
  tasks: fieldsOf(data, 'tasks').map((one) => ({
    id: text(one, 'task_id'),
    command: text(one, 'parent_cmd'),
    owner: text(one, 'assigned_to'),
    status: text(one, 'status'),
    objective: text(one, 'objective'),
    blockedBy: listIn(one, 'blocked_by').map(String),
    waitsFor: listIn(one, 'waits_for').map(String),
    reason: text(one, 'reason') || undefined,
    ended: one['ended'] === true,
    evaluated: one['evaluated'] === true,
  })),
  specialists: fieldsOf(data, 'specialists').map((one) => text(one, 'role')),
});

const fieldsOf = (data: Fields, key: string): Fields[] => listIn(data, key).filter(isFields);

export function text(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}
