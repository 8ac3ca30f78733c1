export const attach = {
  about: 'join the session of an army',
  examples: { here: 'enter the army of this folder', named: 'enter the army of that name' },
};
