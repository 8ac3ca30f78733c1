const list = (names: readonly string[]): string => names.join(', ');

const types = {
  text: 'a text',
  number: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
};

export const argumentFaults = {
  missing: (at: string) => `${at} is missing`,
  wrongType: (at: string, wanted: 'text' | 'number' | 'boolean' | 'list' | 'object') =>
    `${at} must be ${types[wanted]}`,
  notOneOf: (at: string, values: readonly string[]) => `${at} must be one of ${list(values)}`,
  tooSmall: (at: string, least: number, given: string) =>
    `${at} is ${given}, and ${least} is the least`,
  tooBig: (at: string, most: number, given: string) => `${at} is ${given}, and ${most} is the most`,
  empty: (at: string) => `${at} must not be empty`,
  tooLong: (at: string, most: number, given: number) =>
    `${at} has ${given} characters, and ${most} is the limit`,
  tooMany: (at: string, most: number, given: number) =>
    `${at} has ${given} entries, and ${most} is the limit`,
  notAnId: (at: string) =>
    `${at} is no id: lower-case letters, digits, - and _, beginning with a letter, 64 at most`,
  unknown: (names: readonly string[]) => `there is no argument ${list(names)}`,
  other: (at: string) => `${at} does not fit`,
  /** More on what some arguments want. */
  wanted: {
    skill_candidate:
      'every report needs it: { found: false }, or { found: true, name, description, reason }',
    'skill_candidate.name': 'a skill that was found has name, description and reason',
    'skill_candidate.description': 'a skill that was found has name, description and reason',
    'skill_candidate.reason': 'a skill that was found has name, description and reason',
    scores: 'correctness, code_quality and efficiency, each from 1 to 5',
    'scores.correctness': 'scores are from 1 to 5',
    'scores.code_quality': 'scores are from 1 to 5',
    'scores.efficiency': 'scores are from 1 to 5',
    purpose_validation: '{ meets_criteria: true or false, gaps: [what is missing] }',
    acceptance_criteria: 'at least one condition that can be tested',
  } as Readonly<Record<string, string>>,
};
