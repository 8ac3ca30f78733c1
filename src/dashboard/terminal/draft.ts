import type { Role } from '../../army/role.ts';
import { printable } from '../../kit/log.ts';
import type { Letter } from '../../relay/send.ts';
import { fieldOf, isEmpty, textOf } from './field.ts';
import { nameOf, type Addressed, type Draft, type State } from './state.ts';

/** As `relay/message.ts` has it, whose schemas need not come along. */
export const MOST_SUBJECT = 200;

type Whose = Pick<Draft, 'to' | 'answers'>;

/** To the same one, and about the same message if about any: of those there is one at most. */
export const isSame = (one: Whose, other: Whose): boolean =>
  one.to === other.to && about(one) === about(other);
const about = ({ answers }: Whose): string | undefined => answers && nameOf(answers);

const kept = ({ drafts }: State, whose: Whose): Draft | undefined =>
  drafts.find((one) => isSame(one, whose));

const fresh = (whose: Whose, subject: string): Draft => ({
  kind: 'draft',
  ...whose,
  begun: subject,
  subject: fieldOf(subject),
  body: fieldOf(''),
  field: whose.answers === undefined ? 'subject' : 'body',
  urgent: false,
  sending: false,
});

/** A message to a role: the one that was put aside, or a new one. */
export function draftTo(state: State, to: Role): Draft {
  const whose = { to, answers: undefined };
  return kept(state, whose) ?? fresh(whose, '');
}

export function answerTo(
  state: State,
  { id, to, from, subject }: Addressed & { from: Role; subject: string },
): Draft {
  const whose = { to: from, answers: { to, id } };
  // What another wrote: their control characters are not to be sent, nor printed, as the person's own.
  const said = printable(subject.replaceAll(/\s+/g, ' '));
  const again = /^re: /i.test(said) ? said : `Re: ${said}`;
  return kept(state, whose) ?? fresh(whose, [...again].slice(0, MOST_SUBJECT).join(''));
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

/** Nobody has written anything in it. */
export const isBlank = ({ subject, body, begun }: Draft): boolean =>
  isEmpty(body) && (isEmpty(subject) || textOf(subject) === begun);

export const without = (drafts: readonly Draft[], sent: Draft): readonly Draft[] =>
  drafts.filter((one) => !isSame(one, sent));

/** Kept until it is sent, or until somebody empties it. */
export function aside(state: State, draft: Draft): State {
  const others = without(state.drafts, draft);
  const drafts = isBlank(draft) ? others : [...others, { ...draft, sending: false }];
  return { ...state, drafts };
}

/** Whatever somebody wrote and did not send. */
export function unsentIn({ views, drafts }: State): readonly Draft[] {
  const open = views.filter((view) => view.kind === 'draft');
  const closed = drafts.filter((one) => open.every((other) => !isSame(one, other)));
  return [...closed, ...open].filter((one) => !isBlank(one));
}
