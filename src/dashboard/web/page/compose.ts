import type { Draft, Drafts, Occasion } from '../view/drafts.ts';
import type { Context } from './context.ts';
import { createButton, el } from './dom.ts';
import { RefusedError } from './link.ts';
import { openSheet } from './sheet.ts';

/** Which letter is wanted: to whom, and what it answers. */
export interface Wanted {
  to?: string | undefined;
  /** An id is one message only together with whom it was sent to. */
  answer?: { to: string; id: string; subject: string } | undefined;
}

/**
 * A letter to one role or to all. What was written is kept for whom it was written, from the first letter
 * on: it is there again after a mistaken Esc, a failure, and a reload.
 */
export function openCompose(context: Context, drafts: Drafts, { to: whom, answer }: Wanted): void {
  const { texts, link, tell } = context;
  const words = texts.compose;
  const roles = context.picture()?.roles.map(({ role }) => role) ?? [];
  const army = context.picture()?.army.session ?? '';
  const occasion: Occasion = { army, to: whom, answering: answer && `${answer.to}/${answer.id}` };
  let kept = drafts.find(occasion);
  const to = el(
    'select',
    { id: 'compose-to', required: true, change: remember },
    ...roles.map((role) => el('option', { value: role }, role)),
    el('option', { value: 'all' }, words.all),
  );
  const subject = el('input', {
    id: 'compose-subject',
    maxlength: 200,
    autocomplete: 'off',
    placeholder: words.noSubject,
  });
  const body = el('textarea', { id: 'compose-body', rows: 9 });
  const urgent = el('input', { type: 'checkbox', id: 'compose-urgent' });
  const fault = el('p', { class: 'fault', role: 'alert' });
  const send = el('button', { type: 'submit', class: 'primary' }, texts.acts.send);
  const cancel = createButton(texts.acts.cancel, () => sheet.close());
  const form = el(
    'form',
    { class: 'compose', novalidate: true, submit, keydown: byKeys, input: remember },
    el('label', { for: 'compose-to' }, words.to),
    to,
    el('label', { for: 'compose-subject' }, words.subject),
    subject,
    el('label', { for: 'compose-body' }, words.body),
    body,
    el('label', { class: 'check', for: 'compose-urgent' }, urgent, words.urgent),
    fault,
    el('div', { class: 'acts' }, send, cancel, el('span', { class: 'fine' }, words.hint)),
  );
  address(kept?.to ?? whom ?? roles[0] ?? 'all');
  subject.value = kept?.subject ?? answer?.subject ?? '';
  body.value = kept?.body ?? '';
  urgent.checked = kept?.urgent ?? false;
  const sheet = openSheet(words.title, texts.acts.close, [form]);
  (subject.value === '' ? subject : body).focus();

  /** Those who did not get it may be several, and are no choice of their own. */
  function address(value: string): void {
    if (value.includes(' ') && ![...to.options].some((one) => one.value === value)) {
      to.append(el('option', { value }, words.rest(value.split(' '))));
    }
    to.value = value;
  }

  function written(): Draft {
    return {
      to: to.value,
      subject: subject.value,
      body: body.value,
      urgent: urgent.checked,
    };
  }

  function remember(): void {
    const now = written();
    const blank = now.body === '' && now.subject === (answer?.subject ?? '');
    if (!blank) kept = drafts.keep(occasion, now, kept);
    else forget();
  }

  function forget(): void {
    drafts.drop(kept);
    kept = undefined;
  }

  function byKeys(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (send.disabled) return;
    if (body.value.trim() === '') {
      fault.textContent = words.needs;
      body.focus();
      return;
    }
    void deliver();
  }

  /** A message that is being sent cannot be changed. */
  function lock(locked: boolean): void {
    send.disabled = to.disabled = urgent.disabled = locked;
    subject.readOnly = body.readOnly = locked;
    send.textContent = locked ? words.sending : texts.acts.send;
  }

  async function deliver(): Promise<void> {
    const { to: whole, urgent: now, ...text } = written();
    const letter = { ...text, priority: now ? 'urgent' : 'normal' };
    let left = whole.split(' ');
    lock(true);
    fault.textContent = '';
    try {
      const told: string[] = [];
      for (const one of left) {
        told.push(await link.act('send', { ...letter, to: one }));
        left = left.filter((other) => other !== one);
      }
      forget();
      sheet.close();
      tell(told.join(' '));
    } catch (error) {
      const why = error instanceof Error ? error.message : texts.failed;
      if (sheet.node.open) fault.textContent = why;
      else tell(why, true);
      // A role that has the message does not get it again.
      address((error instanceof RefusedError ? (error.failed ?? left) : left).join(' '));
      remember();
    } finally {
      lock(false);
      if (sheet.node.open && document.activeElement === document.body) send.focus();
    }
  }
}
