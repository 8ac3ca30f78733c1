import { describe, expect, it } from 'vitest';
import { customAgentSchema } from '../../src/army/custom-agent.ts';
import { reasonOf } from '../../src/army/issue-reason.ts';

const described = { program: 'kimi', mcp: { flag: '--mcp' }, ready: '^> (?<text>.*)$' };

const faultOf = (given: object): unknown => {
  const { error } = customAgentSchema.safeParse({ ...described, ...given });
  return error && reasonOf(error.issues[0]);
};
const coded = (given: object) => (faultOf(given) as { code?: string } | undefined)?.code;

describe('the description of an agent', () => {
  it('needs no more than a program, its way to a relay, and its composer', () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ program: '/opt/a b/kimi' })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['pattern_invalid', { ready: '(' }],
    ['pattern_invalid', { busy: '[z-a]' }],
    ['pattern_invalid', { dialog: '\\-' }],
    ['pattern_without_text', { ready: '^> .*$' }],
    ['pattern_fits_empty', { ready: '^(?<text>.*)$' }],
    ['pattern_fits_empty', { ready: '^ (?<text>.*)$' }],
    ['program_relative', { program: './kimi' }],
    ['program_relative', { program: '-kimi' }],
    ['variable_name', { env: { 'A B': '1' } }],
    ['variable_name', { env: { OVLD_ROLE: 'storm' } }],
    ['variable_name', { mcp: { env: 'x;y' } }],
    ['mcp_ways', { mcp: {} }],
    ['mcp_ways', { mcp: { flag: '--a', env: 'A' } }],
    ['mcp_ways', { mcp: { file: 'mcp.json' } }],
    ['unknown_key', { redy: '' }],
  ])('is refused with %s: %j', (code, given) => {
    const said = code === 'unknown_key' ? typeof faultOf(given) : coded(given);
    expect(said).toBe(code === 'unknown_key' ? 'string' : code);
  });

  it.each(['../mcp.json', 'a/../b', '/etc/mcp.json', 'a/b/c', '..', ''])(
    'writes no file %j outside its seat’s folder',
    (file) => expect(faultOf({ mcp: { file, folder: 'HOME_OF_IT' } })).toBeDefined(),
  );

  it.each(['(a+)+', '(a|a)*', '(?:a*){2,}', '((a+))*', '(?<x>a?)*', '(a|b){3}', '((a)*b)+'])(
    'has no expression that a row could keep busy for ever: %s',
    (busy) => expect(coded({ busy })).toBe('pattern_repeats'),
  );

  it.each([
    '(a)+',
    '(?:Yes|No) \\d+',
    '[(+|]*',
    '\\(a\\+\\)+',
    '❯ \\d+\\. ',
    '\\p{L}+x',
    '(?<=a)b*',
  ])('may say %s', (busy) => expect(faultOf({ busy })).toBeUndefined());
});
