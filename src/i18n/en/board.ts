export const board = {
  about: 'show the work: commands, tasks, who has what; or issue a command',
  inOverview: 'show the work, or issue a command',
  examples: { plain: 'who has what', json: 'the same for a program' },
  next: 'ovld board issue puts a command on it; ovld board issue --help shows how.',
  issue: {
    about: 'give the marshall a command, as the envoy',
    args: { instruction: 'the instruction in full' },
    options: {
      purpose: 'the state to be reached, as a sentence that can be verified',
      criterion: 'a condition for being done; may be given again',
      project: "the project's id; the folder's name unless given",
      priority: 'high, medium or low',
    },
    lines: {
      given: 'ovld board issue "Mend the gate" --purpose "It shuts" --criterion "It locks"',
    },
    examples: { given: 'give the marshall a command', file: 'from a file' },
  },
};
