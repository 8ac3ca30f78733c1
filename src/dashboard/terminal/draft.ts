import type { Role } from '../../army/role.ts';
import { printable } from '../../kit/log.ts';
import { SUBJECT_CHARACTERS, subjectFrom } from '../../message/subject.ts';
import type { Letter } from '../../relay/send.ts';
import { fieldOf, isEmpty, textOf } from './field.ts';
import { nameOf, type Addressed, type Draft, type State } from './state.ts';

type DraftKey = Pick<Draft, 'to' | 'answers'>;

/** To the same role, and in answer to the same message if to any: there is one such draft at most. */
export const isSameDraft = (one: DraftKey, other: DraftKey): boolean =>
  one.to === other.to && about(one) === about(other);
const about = ({ answers }: DraftKey): string | undefined => answers && nameOf(answers);

const findKeptDraft = ({ drafts }: State, key: DraftKey): Draft | undefined =>
  drafts.find((one) => isSameDraft(one, key));

const newDraft = (key: DraftKey, subject: string): Draft => ({
  kind: 'draft',
  ...key,
  begun: subject,
  subject: fieldOf(subject),
  body: fieldOf(''),
  field: key.answers === undefined ? 'subject' : 'body',
  urgent: false,
  sending: false,
});

/** The draft to a role that was put aside, or a new one. */
export function draftTo(state: State, to: Role): Draft {
  const key = { to, answers: undefined };
  return findKeptDraft(state, key) ?? newDraft(key, '');
}

export function answerTo(
  state: State,
  { id, to, from, subject }: Addressed & { from: Role; subject: string },
): Draft {
  const key = { to: from, answers: { to, id } };
  // The control characters of another's subject are not sent, nor printed, as the person's own.
  const safe = printable(subject.replaceAll(/\s+/g, ' '));
  const again = /^re: /i.test(safe) ? safe : `Re: ${safe}`;
  return (
    findKeptDraft(state, key) ?? newDraft(key, [...again].slice(0, SUBJECT_CHARACTERS).join(''))
  );
}

/** The message to send. Without a subject its first line is the subject. */
export function letterOf({ subject, body, urgent }: Draft): Letter {
  const text = textOf(body).replace(/\n+$/, '');
  const given = textOf(subject).trim();
  return {
    subject: given || subjectFrom(text),
    body: text,
    priority: urgent ? 'urgent' : 'normal',
  };
}

/** The person has written nothing into it. */
export const isBlank = ({ subject, body, begun }: Draft): boolean =>
  isEmpty(body) && (isEmpty(subject) || textOf(subject) === begun);

export const withoutDraft = (drafts: readonly Draft[], sent: Draft): readonly Draft[] =>
  drafts.filter((one) => !isSameDraft(one, sent));

/** Keeps a draft until it is sent or emptied. */
export function putAside(state: State, draft: Draft): State {
  const others = withoutDraft(state.drafts, draft);
  const drafts = isBlank(draft) ? others : [...others, { ...draft, sending: false }];
  return { ...state, drafts };
}

/** All texts that were written and not sent. */
export function unsentDrafts({ views, drafts }: State): readonly Draft[] {
  const open = views.filter((view) => view.kind === 'draft');
  const closed = drafts.filter((one) => open.every((other) => !isSameDraft(one, other)));
  return [...closed, ...open].filter((one) => !isBlank(one));
}
