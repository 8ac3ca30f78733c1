import { HUMAN } from '../../../army/human.ts';
import { localClock } from '../../../kit/local-time.ts';
import type { LetterSight, Stage } from '../../../lookout/picture.ts';
import { measureBetween } from '../view/age.ts';
import { readableLine } from '../view/readable.ts';
import type { Context } from './context.ts';
import { el, setText, setTextOrHide, setAttribute, type Row } from './dom.ts';

export const STAGES: readonly Stage[] = ['stored', 'rung', 'fetched', 'acknowledged'];

/** One message in the feed: sender, recipient, subject, stage and time. */
export function createLetterRow(
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
  const arrow = el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→');
  const top = el('span', { class: 'letter-top' }, from, arrow, recipient, urgent, time);
  const ladder = el('span', { class: 'ladder', 'aria-hidden': 'true' }, ...steps);
  const foot = el('span', { class: 'letter-foot' }, ladder, stage, again);
  const open = { type: 'button', click: () => openLetter(to, id) };
  const node = el('li', { class: 'letter' }, el('button', open, top, subject, foot));
  const named = (role: string): string => (role === HUMAN ? texts.you : role);

  return {
    node,
    update(letter) {
      setAttribute(node, 'data-stage', letter.stage);
      setAttribute(node, 'data-mine', letter.to === HUMAN && letter.fetchedAt === undefined);
      setAttribute(time, 'datetime', letter.storedAt);
      setText(time, formatClock(letter.storedAt));
      setText(from, named(letter.from));
      setText(recipient, named(letter.to));
      urgent.hidden = letter.priority !== 'urgent';
      setText(
        subject,
        letter.subject === undefined ? texts.feed.noSubject : readableLine(letter.subject),
      );
      setAttribute(subject, 'data-gone', letter.subject === undefined);
      steps.forEach((step) => {
        setAttribute(
          step,
          'data-on',
          reachedAt(letter, step.dataset['step'] as Stage) !== undefined,
        );
      });
      setText(stage, describeStage(letter, texts));
      const { redelivered } = letter;
      setTextOrHide(again, redelivered > 0 ? texts.feed.again(redelivered) : undefined);
    },
  };
}

/** A message that needed no ring skips that stage. */
export const reachedAt = (letter: LetterSight, stage: Stage): string | undefined =>
  stage === 'rung' ? letter.rung?.at : letter[`${stage}At`];

function describeStage(letter: LetterSight, texts: Context['texts']): string {
  const isRead = letter.fetchedAt !== undefined;
  const word =
    letter.to === HUMAN ? texts.yours[isRead ? 'read' : 'unread'] : texts.stages[letter.stage];
  const took = measureBetween(letter.storedAt, letter.fetchedAt);
  const by = letter.rung === undefined ? '' : ` · ${texts.bell(letter.rung.by)}`;
  return took === undefined ? `${word}${by}` : `${word}${by} · ${texts.took(took)}`;
}

export const formatClock = (at: string): string => localClock(Date.parse(at));
