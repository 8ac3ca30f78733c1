export const approve = {
  about: 'see and approve what a project’s formation would run on your machine',
  inOverview: 'approve what a project’s formation would run',
  args: { formation: 'the formation; without it, the one a summons here would take' },
  options: {
    yes: 'approve without asking',
    list: 'what you have approved, of all projects',
    forget: 'take your approval back',
  },
  examples: {
    see: 'see what this project’s formation would run, and answer',
    unasked: 'approve a formation by its name, in a script',
    list: 'everything you have approved',
  },
  chooses: (formation: string, folder: string) =>
    `The formation ${formation} comes with ${folder} and chooses what is run on your machine:`,
  question: 'Approve exactly this? [y/N] ',
  needsYes: 'ovld approve asks; where there is no terminal, say --yes',
  oneOf: '--yes, --list and --forget do not go together',
  approved: (formation: string) => `Approved: ${formation} may run that here, until it changes.`,
  approvedBefore: 'You have approved this already.',
  notApproved: 'Not approved. Nothing was changed.',
  nothing: (formation: string) =>
    `The formation ${formation} chooses nothing that is run: it needs no approval.`,
  ownFile: (formation: string) =>
    `The formation ${formation} is your own or ships with ovld: it needs no approval.`,
  forgotten: (formation: string) => `Forgotten: ${formation} will be asked about again.`,
  unknown: (formation: string) => `Nothing of ${formation} was approved here.`,
  none: 'You have approved nothing yet.',
  columns: { formation: 'FORMATION', folder: 'FOLDER' },
  /** Of a dry run. */
  wouldAsk: (line: string) => `Not approved yet: before this is run you are asked (${line}).`,
};
