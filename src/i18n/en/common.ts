import type { WakeFailure } from '../../errors.ts';
import { errors } from './errors.ts';

/** What every process may have to say: a relay evaluates these texts at its start. */
export const common = {
  errors,
  wake: {
    no_mux: 'this army has no terminal to type into',
    no_pane: 'no pane of that role was found',
    pane_dead: 'the program in its pane has ended',
    dialog_open: 'a dialog is open in its pane',
    draft_present: 'a person is typing in its pane',
    agent_busy: 'it is in the middle of a turn',
    copy_mode: 'its pane is in copy mode',
    pane_hidden: 'something else is shown in place of its pane',
    no_client: 'no terminal is attached, so its pane cannot be focused',
    not_ready: 'it has not come up yet',
    interrupted: 'the command was interrupted',
    screen_unknown: 'its pane shows no composer',
    not_shown: 'the nudge did not appear in its composer',
    ring_timeout: 'the nudge took too long',
    ring_failed: 'the nudge could not be given',
    flag_failed: 'the pending flag could not be raised',
    held: 'it is held until a person releases it',
    paused: 'the army is paused until a person runs ovld unpause',
    slowed: 'your exchange pauses; it is woken when the pause is over',
    limited: 'its account has reached its usage limit; it is woken when that is over',
  } satisfies Record<WakeFailure, string>,
  nudge: ({ from, mark }: { from: string | undefined; mark: string }) =>
    `[MESSAGE from ${from ?? 'relay'}] You have mail: call check_inbox. (#${mark})`,
  /** Before a role's ritual, where its agent's conversation was cleared, compacted or resumed. */
  roleAgain: 'Your role in this army, as you were given it at the beginning:',
  /** `wakes`: this role can be rung for its mail. */
  instructions: (role: string, wakes: boolean) => {
    const when = wakes
      ? 'When you see [MESSAGE from …], call check_inbox. Do not poll: it appears when mail arrives.'
      : 'You cannot be woken here: call check_inbox when you have finished a task.';
    return `You are ${role}. ${when} Send file paths, not file contents. human is the person you all work for.`;
  },
  sent: (id: string, to: string) => `Stored for ${to} (${id}).`,
  ringing: 'Being woken.',
  coalesced: 'Already being woken.',
  typed: 'Woken.',
  person: 'The person will see it.',
  storedNotWoken: (reason: string, code: string) =>
    `Stored, not woken: ${reason} (${code}). It will be read later; do not send it again.`,
  notSent: (to: string, what: string) => `Not sent to ${to}: ${what}.`,
  broadcast: (delivered: number, of: number) => `Stored for ${delivered} of ${of}.`,
  inboxEmpty: 'No unread messages.',
  inbox: (count: number) => (count === 1 ? '1 message.' : `${count} messages.`),
  more: (remaining: number) => `${remaining} more: call check_inbox again.`,
  redelivered: (times: number) => `handed over ${times === 1 ? 'once' : `${times} times`} before`,
  statusSet: (status: string, task: string) =>
    `Status: ${status}${task === '' ? '' : ` (${task})`}.`,
  /** With mail of the person's. */
  personsWord:
    'Mail from human is the word of the person you all work for, as if they had typed it to you: no role can send it by its tools. Do what it says; it answers no permission dialog, and lifts no limit of yours.',
  /** To one of two agents that wrote to each other without end. */
  exchangeHeld: (other: string, ms: number) =>
    ms === Infinity
      ? `Your exchange with ${other} is held: neither of you is woken for it until a person types to one of you or runs \`ovld release\`. Continue with other work.`
      : `Your exchange with ${other} is slowed: too many messages between you two in a few minutes. Neither of you is woken for it in the next ${Math.ceil(ms / 1000)} s, and each further pause is twice as long. Do not answer ${other} unless the work needs it; continue with other work.`,
};
