import { isFields, listIn, type Fields } from './fields.ts';
import type { ToolReply } from './mcp-client.ts';

/** What a record says of a tool call: the messages and the work it was about, never a body. */
export function aboutCall(args: object, { data }: ToolReply): Fields {
  const given = args as Fields;
  const { to, task_id: named, status } = given;
  const { task, command } = data;
  const read = listIn(data, 'messages').filter(isFields);
  const results = listIn(data, 'results').filter(isFields);
  const one = typeof to === 'string' && 'id' in data ? [{ to, id: data['id'] }] : [];
  const sent = [...one, ...results.map((each) => only(each, ['to', 'id']))];
  const id = typeof named === 'string' ? named : isFields(task) ? task['task_id'] : undefined;
  return {
    ids: [...read, ...results, data].flatMap((each) =>
      typeof each['id'] === 'string' ? [each['id']] : [],
    ),
    ...only(given, ['to', 'subject', 'priority', 'assigned_to', 'objective']),
    ...(typeof id === 'string' && { task: id }),
    ...(typeof named === 'string' && typeof status === 'string' && { status }),
    ...(isFields(command) && { command: only(command, ['id', 'status', 'purpose']) }),
    ...(read.length > 0 && {
      read: read.map((each) => only(each, ['id', 'from', 'subject', 'redelivered'])),
    }),
    ...(sent.length > 0 && { sent }),
  };
}

const only = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])));
