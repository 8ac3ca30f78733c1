export const send = {
  about: 'write to a role, or to all of them, as the person (human)',
  args: {
    to: 'the recipient: a role, or all',
    message: 'the text; - reads it from standard input, without one $VISUAL or $EDITOR opens',
  },
  options: {
    subject: 'what it is about; the first line of the text where it is not given',
    urgent: 'before everything else in the inbox',
  },
  examples: {
    line: 'one line, from the command line',
    piped: 'what another program says',
    all: 'to every role',
  },
  lines: {
    line: 'ovld send storm "Please run the tests again"',
    piped: 'echo "See docs/plan.md" | ovld send glacier --subject Plan',
    all: 'ovld send all --urgent "Stop: the branch is frozen"',
  },
  optionInLetter: (option: string) =>
    `${option} is inside the text of the message: quote the message, or put it after --; options go before it`,

  /** In the editor, below what is written there; each line is made a comment. */
  instructions: (to: string, firstIsSubject: boolean) => [
    `Write your message to ${to === 'all' ? 'every role' : to} above this line; what is below it is not sent.`,
    ...(firstIsSubject ? ['Its first line is also its subject.'] : []),
    'Save it and leave the editor to send it. Without a text nothing is sent.',
  ],

  noEditor: (program: string, to: string) => ({
    message: `the editor ${program} is not installed, or not on the PATH`,
    hint: `set $EDITOR to yours, or give the text: ovld send ${to} "<text>"`,
  }),

  /** Nothing was written, so nothing was sent. */
  nothing: {
    message: 'nothing was written, so nothing was sent',
    hint: 'give the text after the role, or pipe it in',
  },

  /** The editor ended with an error. */
  aborted: {
    message: 'the editor ended with an error, so nothing was sent',
    hint: 'send the file that is named above, or write it again',
  },
  toOneself: {
    message: 'human is you: choose a role to write to',
    hint: 'ovld inbox shows the mail that is for you',
  },

  /** What became of a message that is stored. */
  stored: {
    ringing: (to: string, id: string) => `Stored for ${to} (${id}). It is being woken.`,
    coalesced: (to: string, id: string) => `Stored for ${to} (${id}). It is being woken.`,
    typed: (to: string, id: string) => `Stored for ${to} (${id}). It was woken.`,
    person: (to: string, id: string) => `Stored for ${to} (${id}).`,
    held: (to: string, id: string) =>
      `Stored for ${to} (${id}), which is held: it is not woken until you run ovld release ${to}.`,
    over: (to: string, id: string) =>
      `Stored for ${to} (${id}), but the army has ended: ovld summon --resume brings it back, with its mail.`,
    later: (to: string, id: string, why: string) =>
      `Stored for ${to} (${id}), not woken: ${why}. It will be read later.`,
  },

  /** What was written and could not be sent. */
  kept: (path: string) => `What you wrote is kept in ${path}`,
};
