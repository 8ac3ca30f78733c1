import type { KeyContext } from './key-context.ts';
import { isBlank, putAside } from './draft.ts';
import * as fields from './field.ts';
import type { Field } from './field.ts';
import type { Key } from '../../terminal/keys.ts';
import { popView, replaceView, withNotice, type Draft, type State, type Step } from './state.ts';

/** A key in an open draft. While the message is being sent, nothing of it changes. */
export function handleDraftKey({ texts }: KeyContext, state: State, draft: Draft, key: Key): Step {
  if (draft.sending) return { state };
  const as = (changed: Partial<Draft>): Step => ({
    state: replaceView(state, { ...draft, ...changed }),
  });
  const other = draft.field === 'subject' ? 'body' : 'subject';
  if (key.name === 'escape') {
    const left = popView(putAside(state, draft));
    return { state: isBlank(draft) ? left : withNotice(left, 'done', texts.done.cancelled) };
  }
  if (key.name === 'tab' || key.name === 'backTab') return as({ field: other });
  if (key.name === 'ctrl' && key.char === 't') return as({ urgent: !draft.urgent });
  if (key.name === 'ctrl' && key.char === 'e') return { state, action: { kind: 'edit', draft } };
  const isReturn = key.name === 'enter' || key.name === 'newline';
  if (isReturn && draft.field === 'subject') return as({ field: 'body' });
  if (key.name === 'enter') {
    if (isBlank(draft)) return { state: withNotice(state, 'failed', texts.done.empty) };
    const sending = { ...draft, sending: true };
    const next = withNotice(replaceView(state, sending), 'done', texts.done.sending);
    return { state: next, action: { kind: 'send', draft } };
  }
  const changed = editField(draft[draft.field], key, draft.field === 'body');
  return changed === undefined ? { state } : as({ [draft.field]: changed });
}

const EDITS: Partial<Record<Key['name'], (field: Field) => Field>> = {
  backspace: fields.eraseBefore,
  delete: fields.eraseAfter,
  left: (field) => fields.move(field, -1),
  right: (field) => fields.move(field, 1),
  up: (field) => fields.moveLine(field, -1),
  down: (field) => fields.moveLine(field, 1),
  home: fields.toLineStart,
  end: fields.toLineEnd,
};
const CTRL_EDITS: Partial<Record<string, (field: Field) => Field>> = {
  a: fields.toLineStart,
  u: fields.eraseToLineStart,
  w: fields.eraseWord,
};

/** The field after a key; undefined where the key does nothing in it. */
function editField(field: Field, key: Key, hasLines: boolean): Field | undefined {
  if (key.name === 'text') return fields.insert(field, key.text);
  if (key.name === 'pasted') {
    return fields.insert(field, hasLines ? key.text : key.text.replaceAll(/\s+/g, ' '));
  }
  if (key.name === 'newline') return hasLines ? fields.insert(field, '\n') : undefined;
  return (key.name === 'ctrl' ? CTRL_EDITS[key.char] : EDITS[key.name])?.(field);
}
