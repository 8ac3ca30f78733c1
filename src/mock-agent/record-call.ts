import type { ToolReply } from '../demo/client.ts';
import { isFields, listIn, type Fields } from './fields.ts';

/** What a record says of a tool call: the messages and the work it was about, never a body. */
export const aboutCall = (args: object, reply: ToolReply): Fields => ({
  ids: idsIn(reply),
  ...only(args as Fields, ['to', 'subject', 'priority', 'assigned_to', 'objective']),
  ...taskIn(args as Fields, reply.data),
  ...readIn(reply.data),
  ...sentIn(args as Fields, reply.data),
});

const only = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])));

/** The task a call is about, and what is to become of it; the command, and what has become of that. */
function taskIn({ task_id: named, status }: Fields, { task, command }: Fields): Fields {
  const made = isFields(task) ? task['task_id'] : undefined;
  const id = typeof named === 'string' ? named : made;
  return {
    ...(typeof id === 'string' && { task: id }),
    ...(typeof named === 'string' && typeof status === 'string' && { status }),
    ...(isFields(command) && { command: only(command, ['id', 'status', 'purpose']) }),
  };
}

const readIn = (data: Fields): Fields => {
  const read = listIn(data, 'messages').filter(isFields);
  if (read.length === 0) return {};
  return { read: read.map((one) => only(one, ['id', 'from', 'subject', 'redelivered'])) };
};

/** To whom which message went. */
function sentIn({ to }: Fields, data: Fields): Fields {
  const one = typeof to === 'string' && 'id' in data ? [{ to, id: data['id'] }] : [];
  const many = listIn(data, 'results').filter(isFields);
  const sent = [...one, ...many.map((each) => only(each, ['to', 'id']))];
  return sent.length === 0 ? {} : { sent };
}

/** The messages a tool's reply is about. */
function idsIn({ data }: ToolReply): string[] {
  const listed = [...listIn(data, 'messages'), ...listIn(data, 'results'), data];
  return listed.flatMap((item) =>
    isFields(item) && typeof item['id'] === 'string' ? [item['id']] : [],
  );
}
