import type { $ZodError, $ZodIssue } from 'zod/v4/core';
import type { ArgumentFaults } from '../i18n/faults.ts';

/** One sentence for each fault in the arguments, in the army's language. */
export function describeFaults(error: $ZodError, given: unknown, texts: ArgumentFaults): string[] {
  const sentences = error.issues.map((issue) => {
    const at = formatPath(issue.path);
    const said = describeIssue(issue, at, findValue(given, issue.path), texts);
    const wanted = texts.wanted[at];
    return wanted === undefined ? said : `${said} (${wanted})`;
  });
  return [...new Set(sentences)];
}

/** `scores.correctness`, `knowledge_extracted[0].type` */
const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');

function describeIssue(
  issue: $ZodIssue,
  at: string,
  value: unknown,
  texts: ArgumentFaults,
): string {
  if (issue.code === 'unrecognized_keys') {
    return texts.unknown(issue.keys.map((key) => formatPath([...issue.path, key])));
  }
  if (value === undefined) return texts.missing(at);
  switch (issue.code) {
    case 'invalid_type':
      return texts.wrongType(at, TYPES[issue.expected] ?? 'text');
    case 'invalid_value':
      return texts.notOneOf(at, issue.values.map(String));
    case 'too_small':
      if (typeof value === 'number') return texts.tooSmall(at, Number(issue.minimum), `${value}`);
      return texts.empty(at);
    case 'too_big':
      if (typeof value === 'number') return texts.tooBig(at, Number(issue.maximum), `${value}`);
      return Array.isArray(value)
        ? texts.tooMany(at, Number(issue.maximum), value.length)
        : texts.tooLong(at, Number(issue.maximum), typeof value === 'string' ? value.length : 0);
    case 'invalid_format':
      return texts.notAnId(at);
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      break;
  }
  return texts.other(at);
}

const TYPES: Readonly<Record<string, Parameters<ArgumentFaults['wrongType']>[1]>> = {
  string: 'text',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

const findValue = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    given,
  );
