import type { Role } from '../../army/role.ts';
import type { Letter } from '../../relay/send.ts';
import { fieldOf, isEmpty, textOf } from './field.ts';
import type { Draft, State } from './state.ts';

/** As `relay/message.ts` has it, whose schemas need not come along. */
export const MOST_SUBJECT = 200;

/** A message to a role: the one that was put aside, or a new one. */
export const draftTo = ({ drafts }: State, to: Role): Draft =>
  drafts[to] ?? {
    kind: 'draft',
    to,
    answers: undefined,
    subject: fieldOf(''),
    body: fieldOf(''),
    field: 'subject',
    urgent: false,
    sending: false,
  };

export function answerTo(
  state: State,
  { id, from, subject }: { id: string; from: Role; subject: string },
): Draft {
  const kept = state.drafts[from];
  if (kept?.answers === id) return kept;
  const again = /^re: /i.test(subject) ? subject : `Re: ${subject}`;
  return {
    ...draftTo({ ...state, drafts: {} }, from),
    answers: id,
    subject: fieldOf([...again].slice(0, MOST_SUBJECT).join('')),
    field: 'body',
  };
}

const FEW = 60;

/** As it is sent. Without a subject its first line is one. */
export function letterOf({ subject, body, urgent }: Draft): Letter {
  const text = textOf(body).replace(/\n+$/, '');
  const first = text.trim().split('\n')[0] ?? '';
  const [said, characters] = [textOf(subject).trim(), [...first]];
  const short = characters.length > FEW ? `${characters.slice(0, FEW).join('')}…` : first;
  return { subject: said || short, body: text, priority: urgent ? 'urgent' : 'normal' };
}

export const isBlank = ({ subject, body }: Draft): boolean => isEmpty(subject) && isEmpty(body);

/** Kept until it is sent, or until somebody empties it. */
export function aside(state: State, draft: Draft): State {
  const { [draft.to]: _before, ...others } = state.drafts;
  const kept = { ...draft, sending: false };
  return { ...state, drafts: isEmpty(draft.body) ? others : { ...others, [draft.to]: kept } };
}
