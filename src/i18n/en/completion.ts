export const completion = {
  about: 'print the script that completes commands, options, roles and sessions',
  inOverview: 'print a shell completion script',

  /** Below the help: what to do with the script, in each shell. */
  note: 'The folder of the file must exist. Open a new shell afterwards.',
  args: { shell: 'bash, zsh or fish' },
  examples: { bash: 'for bash', zsh: 'for zsh, with ~/.zfunc in fpath', fish: 'for fish' },
};
