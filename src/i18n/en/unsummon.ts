export const unsummon = {
  about: 'dismiss an army: its session, its agents, its relays (mail goes to the history)',
  inOverview: 'dismiss an army; its mail goes to the history',
  options: { force: 'do not ask' },
  examples: { here: 'end the army of this folder', all: 'end every army' },
  confirm: (session: string, folder: string) => `Dismiss the army ${session} of ${folder}? [y/N] `,
  dismissed: (session: string) => `The army ${session} was dismissed.`,
  kept: (messages: number, path: string) =>
    `${messages === 1 ? '1 message is' : `${messages} messages are`} kept in ${path}`,
};
