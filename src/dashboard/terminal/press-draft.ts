import type { Desk } from './desk.ts';
import { aside, isBlank } from './draft.ts';
import * as fields from './field.ts';
import type { Field } from './field.ts';
import type { Key } from './key.ts';
import { back, instead, told, type Draft, type State, type Step } from './state.ts';

/** Keys in a message that is being written. While it is on its way nothing of it changes. */
export function pressInDraft({ texts }: Desk, state: State, draft: Draft, key: Key): Step {
  if (draft.sending) return { state };
  const as = (changed: Partial<Draft>): Step => ({
    state: instead(state, { ...draft, ...changed }),
  });
  const other = draft.field === 'subject' ? 'body' : 'subject';
  if (key.name === 'escape') {
    const left = back(aside(state, draft));
    return { state: isBlank(draft) ? left : told(left, 'done', texts.done.cancelled) };
  }
  if (key.name === 'tab' || key.name === 'backTab') return as({ field: other });
  if (key.name === 'ctrl' && key.char === 't') return as({ urgent: !draft.urgent });
  if (key.name === 'ctrl' && key.char === 'e') return { state, act: { kind: 'edit', draft } };
  const goesOn = key.name === 'enter' || key.name === 'newline';
  if (goesOn && draft.field === 'subject') return as({ field: 'body' });
  if (key.name === 'enter') {
    if (isBlank(draft)) return { state: told(state, 'failed', texts.done.empty) };
    const sending = { ...draft, sending: true };
    const next = told(instead(state, sending), 'done', texts.done.sending);
    return { state: next, act: { kind: 'send', draft } };
  }
  const changed = edited(draft[draft.field], key, draft.field === 'body');
  return changed === undefined ? { state } : as({ [draft.field]: changed });
}

function edited(field: Field, key: Key, lines: boolean): Field | undefined {
  switch (key.name) {
    case 'char':
      return fields.insert(field, key.char);
    case 'pasted':
      return fields.insert(field, lines ? key.text : key.text.replaceAll(/\s+/g, ' '));
    case 'newline':
      return lines ? fields.insert(field, '\n') : undefined;
    case 'backspace':
      return fields.eraseBefore(field);
    case 'delete':
      return fields.eraseAfter(field);
    case 'left':
      return fields.move(field, -1);
    case 'right':
      return fields.move(field, 1);
    case 'up':
      return fields.moveLine(field, -1);
    case 'down':
      return fields.moveLine(field, 1);
    case 'home':
      return fields.toLineStart(field);
    case 'end':
      return fields.toLineEnd(field);
    case 'ctrl':
      if (key.char === 'w') return fields.eraseWord(field);
      if (key.char === 'u') return fields.eraseToLineStart(field);
      return key.char === 'a' ? fields.toLineStart(field) : undefined;
    case 'alt':
    case 'pageUp':
    case 'pageDown':
    case 'enter':
    case 'tab':
    case 'backTab':
    case 'escape':
      break;
  }
  return undefined;
}
