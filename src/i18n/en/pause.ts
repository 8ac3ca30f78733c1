export const pause = {
  about: 'stop the army: no role is rung for, and running turns are interrupted',
  inOverview: 'stop ringing, and interrupt every turn',
  examples: { here: 'stop the army of this folder', json: 'the same, for a program' },
  paused: 'The army is paused: mail is stored and waits. Run ovld unpause to go on.',
  already: 'The army is paused already. Run ovld unpause to go on.',
  interrupted: (role: string) => `${role}: its turn was interrupted.`,
  failed: (role: string, why: string) => `${role}: its turn was not interrupted: ${why}.`,
};
