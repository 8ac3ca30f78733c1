export const queue = {
  about: "the project's mailbox: write, look, acknowledge",
  examples: { list: 'everything in the inboxes', write: 'write to a role' },
  write: {
    about: 'append a message to the inbox of a role',
    args: { target: 'whose inbox', message: 'the text' },
    options: {
      type: 'what it is about: task_assigned, report_received or wake_up',
      from: 'who writes; the role of OVLD_ROLE where that is set',
    },
    lines: {
      wake: 'ovld queue write marshall "Go on" --from envoy',
      report: 'ovld queue write envoy Done --from marshall --type report_received',
    },
    examples: { wake: 'wake the marshall', report: 'say that a report is there' },
    nothingSaid: 'the message is empty',
    fromMissing: 'say who writes: --from <role>, or OVLD_ROLE',
    written: (id: string, to: string) => `${id} is in the inbox of ${to}.`,
  },
  list: {
    about: 'print what is in the inboxes; of all roles when none is named',
    args: { target: 'whose inbox' },
    examples: { one: 'one inbox', json: 'one object a line' },
    empty: 'No messages.',
  },
  ack: {
    about: 'set messages of an inbox to processed: they are not handed over again',
    args: { target: 'whose inbox', ids: 'the messages, as `ovld queue list` names them' },
    examples: { one: 'a message that has been dealt with', two: 'two of them' },
    acknowledged: (ids: readonly string[], to: string) =>
      `Processed in the inbox of ${to}: ${ids.join(', ')}.`,
    already: (ids: readonly string[]) => `Processed before: ${ids.join(', ')}.`,
  },
  /** To an agent that has no relay: where its mail is, and what to do with it. */
  nudgeToFile: ({ from, mark, file }: { from: string | undefined; mark: string; file: string }) =>
    `[MESSAGE from ${from ?? 'relay'}] You have mail: read ${file}, and set each entry you have handled to status: processed. (#${mark})`,
};
