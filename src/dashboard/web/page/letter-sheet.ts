import { HUMAN } from '../../../army/human.ts';
import type { LetterSight } from '../../../lookout/picture.ts';
import type { Handed } from '../../../message/message.ts';
import { measureBetween } from '../view/age.ts';
import { readable, readableLine } from '../view/readable.ts';
import { createActButton } from './act-button.ts';
import type { Context } from './context.ts';
import { createButton, el } from './dom.ts';
import { formatClock, reachedAt, STAGES } from './letter-row.ts';
import { openSheet } from './sheet.ts';

/** One message, whole: its text, its ladder, and an answer to it. */
export function openLetterSheet(context: Context, to: string, id: string): void {
  const { texts, link } = context;
  const sight = context.picture()?.letters.find((one) => one.id === id && one.to === to);
  const body = el('pre', { class: 'letter-body', tabindex: 0, 'aria-label': texts.compose.body });
  body.textContent = texts.letter.loading;
  const named = (role: string): string => (role === HUMAN ? texts.you : role);
  const title = el('bdi', {}, subjectOf(sight?.subject, texts.feed.noSubject));
  const path = el('p', { class: 'letter-path' });
  const acts = el('div', { class: 'acts' });
  const sheet = openSheet(texts.letter.title, texts.acts.close, [
    el('h3', { class: 'letter-subject' }, title),
    path,
    body,
    acts,
    sight && ladder(context, sight),
    el('p', { class: 'fine' }, `${texts.letter.id} `, el('code', {}, id)),
  ]);

  const showPath = (from: string): void => {
    path.textContent = `${named(from)} → ${named(to)}`;
    acts.replaceChildren();
    if (from !== HUMAN) {
      const answer = (): void => {
        sheet.close();
        const subject = texts.compose.reply(title.textContent ?? '');
        context.compose({ to: from, answer: { to, id, subject } });
      };
      acts.append(createButton(texts.acts.answer, answer, { class: 'primary' }));
    }
    if (to === HUMAN && sight?.fetchedAt === undefined) {
      const taken = { ids: [id] };
      acts.append(createActButton(context, texts.acts.read, 'take', taken, () => sheet.close()));
    }
  };
  if (sight !== undefined) showPath(sight.from);

  void fill();
  async function fill(): Promise<void> {
    try {
      const { letter } = await link.look<{ letter: Handed | null }>('/letter', { to, id });
      body.textContent = letter === null ? texts.letter.gone : readable(letter.body);
      if (letter === null) return;
      title.textContent = subjectOf(letter.subject, texts.feed.noSubject);
      showPath(letter.from);
    } catch (error) {
      body.textContent = error instanceof Error ? error.message : texts.failed;
    }
  }
}

const subjectOf = (subject: string | undefined, none: string): string =>
  subject === undefined ? none : readableLine(subject);

function ladder({ texts }: Context, letter: LetterSight): HTMLElement {
  const isYours = letter.to === HUMAN;
  const words = isYours ? { ...texts.stages, fetched: texts.yours.read } : texts.stages;
  const shown = isYours ? (['stored', 'fetched'] as const) : STAGES;
  const steps = shown.map((stage) => {
    const at = reachedAt(letter, stage);
    const took = measureBetween(letter.storedAt, at);
    const by =
      stage === 'rung' && letter.rung !== undefined ? ` (${texts.bell(letter.rung.by)})` : '';
    const when = at === undefined ? texts.letter.notYet : formatClock(at);
    return el(
      'li',
      { 'data-on': at !== undefined },
      el('b', {}, `${words[stage]}${by}`),
      el('span', {}, when),
      el('span', {}, took === undefined || stage === 'stored' ? '' : `+ ${texts.took(took)}`),
    );
  });
  return el('ol', { class: 'ladder-list', 'aria-label': texts.letter.ladder }, ...steps);
}
