import type { Context } from './context.ts';
import { el } from './dom.ts';
import { openSheet } from './sheet.ts';

export interface ComposeDraft {
  to: string;
  subject: string;
  body: string;
}

/** A letter to one role or to all. What was written stays when it could not be sent, or was closed by mistake. */
export function openCompose(
  context: Context,
  kept: ComposeDraft,
  draft: Partial<ComposeDraft>,
): void {
  const { texts, link, tell } = context;
  const words = texts.compose;
  const roles = context.picture()?.roles.map(({ role }) => role) ?? [];
  const fresh = draft.to !== undefined && draft.to !== kept.to && draft.subject !== undefined;
  const to = el(
    'select',
    { id: 'compose-to', required: true },
    ...roles.map((role) => el('option', { value: role }, role)),
    el('option', { value: 'all' }, words.all),
  );
  const subject = el('input', { id: 'compose-subject', maxlength: 200, autocomplete: 'off' });
  const body = el('textarea', { id: 'compose-body', rows: 9 });
  const urgent = el('input', { type: 'checkbox', id: 'compose-urgent' });
  const fault = el('p', { class: 'fault', role: 'alert' });
  const send = el('button', { type: 'submit', class: 'primary' }, texts.acts.send);
  const cancel = el('button', { type: 'button', click: () => sheet.close() }, texts.acts.cancel);
  const form = el(
    'form',
    { class: 'compose', novalidate: true, submit, keydown: byKeys },
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
  to.value = draft.to ?? (roles.includes(kept.to) ? kept.to : (roles[0] ?? 'all'));
  subject.value = draft.subject ?? (fresh ? '' : kept.subject);
  body.value = draft.body ?? (draft.subject === undefined ? kept.body : '');

  const remember = (): void => {
    Object.assign(kept, { to: to.value, subject: subject.value, body: body.value });
  };
  const sheet = openSheet(words.title, texts.acts.close, [form], () => {
    if (!done) remember();
  });
  let done = false;
  (subject.value === '' ? subject : body).focus();

  function byKeys(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (send.disabled) return;
    if (subject.value.trim() === '' || body.value === '') {
      fault.textContent = words.needs;
      (subject.value.trim() === '' ? subject : body).focus();
      return;
    }
    void deliver();
  }

  async function deliver(): Promise<void> {
    send.disabled = true;
    send.textContent = words.sending;
    fault.textContent = '';
    try {
      const told = await link.act('send', {
        to: to.value,
        subject: subject.value,
        body: body.value,
        priority: urgent.checked ? 'urgent' : 'normal',
      });
      done = true;
      Object.assign(kept, { to: to.value, subject: '', body: '' });
      sheet.close();
      tell(told);
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : texts.failed;
    } finally {
      send.disabled = false;
      send.textContent = texts.acts.send;
    }
  }
}
