import { HUMAN } from '../../../army/human.ts';
import type { LetterSight, Stage } from '../../../lookout/picture.ts';
import { between } from '../view/age.ts';
import { readableLine } from '../view/readable.ts';
import type { Context } from './context.ts';
import { el, say, sayOrHide, set, type Row } from './dom.ts';

export const STAGES: readonly Stage[] = ['stored', 'rung', 'fetched', 'acknowledged'];

/** One message in the feed: who to whom, what about, how far it has come and how long that took. */
export function letterRow(
  { texts, openLetter }: Context,
  { to, id }: LetterSight,
): Row<LetterSight> {
  const time = el('time', { class: 'clock' });
  const from = el('span', { class: 'who' });
  const recipient = el('span', { class: 'who' });
  const urgent = el('span', { class: 'tag urgent' }, texts.feed.urgent);
  const subject = el('bdi', { class: 'subject' });
  const steps = STAGES.map((stage) => el('i', { 'data-step': stage }));
  const stage = el('span', { class: 'stage-word' });
  const again = el('span', { class: 'tag' });
  const node = el(
    'li',
    { class: 'letter' },
    el(
      'button',
      { type: 'button', click: () => openLetter(to, id) },
      el(
        'span',
        { class: 'letter-top' },
        from,
        el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
        recipient,
        urgent,
        time,
      ),
      subject,
      el(
        'span',
        { class: 'letter-foot' },
        el('span', { class: 'ladder', 'aria-hidden': 'true' }, ...steps),
        stage,
        again,
      ),
    ),
  );
  const named = (role: string): string => (role === HUMAN ? texts.you : role);

  return {
    node,
    update(letter) {
      set(node, 'data-stage', letter.stage);
      set(node, 'data-mine', letter.to === HUMAN && letter.fetchedAt === undefined);
      set(time, 'datetime', letter.storedAt);
      say(time, clockOf(letter.storedAt));
      say(from, named(letter.from));
      say(recipient, named(letter.to));
      urgent.hidden = letter.priority !== 'urgent';
      say(
        subject,
        letter.subject === undefined ? texts.feed.noSubject : readableLine(letter.subject),
      );
      set(subject, 'data-gone', letter.subject === undefined);
      steps.forEach((step) => {
        set(step, 'data-on', reached(letter, step.dataset['step'] as Stage));
      });
      say(stage, stageWords(letter, texts));
      const { redelivered } = letter;
      sayOrHide(again, redelivered > 0 ? texts.feed.again(redelivered) : undefined);
    },
  };
}

/** A message that nobody had to ring for skips that step. */
export function reached(letter: LetterSight, stage: Stage): boolean {
  const { rung, fetchedAt, acknowledgedAt, storedAt } = letter;
  return (
    { stored: storedAt, rung, fetched: fetchedAt, acknowledged: acknowledgedAt }[stage] !==
    undefined
  );
}

function stageWords(letter: LetterSight, texts: Context['texts']): string {
  const word = texts.stages[letter.stage];
  const took = between(letter.storedAt, letter.fetchedAt);
  const by = letter.rung === undefined ? '' : ` · ${letter.rung.by}`;
  return took === undefined ? `${word}${by}` : `${word}${by} · ${texts.took(took)}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The clock on the wall of whoever looks. */
export function clockOf(at: string): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}
