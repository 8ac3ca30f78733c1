import type { ArgumentFaults } from './board-texts.ts';

const list = (names: readonly string[]): string => names.join(', ');

const types = {
  text: 'a text',
  number: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
};

export const enArgumentFaults: ArgumentFaults = {
  missing: (at) => `${at} is missing`,
  wrongType: (at, wanted) => `${at} must be ${types[wanted]}`,
  notOneOf: (at, values) => `${at} must be one of ${list(values)}`,
  tooSmall: (at, least, given) => `${at} is ${given}, and ${least} is the least`,
  tooBig: (at, most, given) => `${at} is ${given}, and ${most} is the most`,
  empty: (at) => `${at} must not be empty`,
  tooLong: (at, most, given) => `${at} has ${given} characters, and ${most} is the limit`,
  tooMany: (at, most, given) => `${at} has ${given} entries, and ${most} is the limit`,
  notAnId: (at) =>
    `${at} is no id: lower-case letters, digits, - and _, beginning with a letter, 64 at most`,
  unknown: (names) => `there is no argument ${list(names)}`,
  other: (at) => `${at} does not fit`,
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
  },
};
