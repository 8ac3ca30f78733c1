import * as fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readYamlText, YamlFault } from '../../src/yaml/yaml-text.ts';
import { flow, isPlainWord, quoted, sentences, textBlock } from '../../src/yaml/yaml-write.ts';

describe('replacing a value in the text', () => {
  it.each([
    ['a plain word', 'a: one\nb: 2\n', ['a'], 'two', 'a: two\nb: 2\n'],
    ['before a comment', 'a: one # why\n', ['a'], 'two', 'a: two # why\n'],
    ['quoted stays quoted', 'a: "one"\n', ['a'], 'two', 'a: "two"\n'],
    ['in a list', '- a: one\n- a: one\n', [1, 'a'], 'two', '- a: one\n- a: two\n'],
    ['in braces', '- {a: one, b: 2}\n', [0, 'a'], 'two', '- {a: two, b: 2}\n'],
    ['with CRLF', 'a: one\r\nb: 2\r\n', ['a'], 'two', 'a: two\r\nb: 2\r\n'],
    ['behind a byte order mark', '\ufeffa: one\n', ['a'], 'two', '\ufeffa: two\n'],
    ['of nothing', 'a:\nb: 2\n', ['a'], 'two', 'a: two\nb: 2\n'],
    ['of a block', 'a: |\n  one\n  more\nb: 2\n', ['a'], 'two', 'a: two\nb: 2\n'],
    [
      'a key that is missing',
      '- a: one # x\n- b: 2\n',
      [0, 'c'],
      'two',
      '- a: one # x\n  c: two\n- b: 2\n',
    ],
    ['missing in braces', '- {a: one}\n', [0, 'c'], 'two', '- {a: one, c: two}\n'],
    ['a list', 'a: [] # none\n', ['a'], ['x', 'y z'], 'a: [x, "y z"] # none\n'],
    ['a boolean', 'a: false\n', ['a'], true, 'a: true\n'],
  ] as const)('works for %s', (_what, text, path, value, expected) => {
    expect(readYamlText(text).set([...path], value)).toBe(expected);
  });

  it('works for several at once, each in its place', () => {
    const text = '- s: a # 1\n- s: b\n- s: c # 3\n';
    const changed = readYamlText(text).setAll([
      [[0, 's'], 'first'],
      [[2, 's'], 'third'],
    ]);
    expect(changed).toBe('- s: first # 1\n- s: b\n- s: third # 3\n');
  });
});

describe('the items of a list', () => {
  it.each([
    ['with their comments', '# head\n- a: 1\n# of b\n- b: 2\n', ['- a: 1\n', '# of b\n- b: 2\n']],
    ['indented', '  - a: 1\n  - b: 2\n', ['  - a: 1\n', '  - b: 2\n']],
    [
      'dash alone, and dashes elsewhere',
      '-\n  # x - y\n  a: 1\n- b: "- c"\n',
      ['-\n  # x - y\n  a: 1\n', '- b: "- c"\n'],
    ],
    [
      'a text that ends like a comment',
      '- a: |\n    x\n    # y\n- b: 2\n',
      ['- a: |\n    x\n    # y\n', '- b: 2\n'],
    ],
    ['lists in lists', '- - 1\n  - 2\n- 3\n', ['- - 1\n  - 2\n', '- 3\n']],
  ])('are cut correctly: %s', (_what, text, items) => {
    expect(readYamlText(text).items()).toEqual(items);
  });

  it('in brackets have no lines of their own', () => {
    const yaml = readYamlText('[{a: 1}, {b: 2}, ]\n');
    expect(yaml.spans()).toBeUndefined();
    expect(yaml.lastInBrackets).toBe('[{a: 1}, {b: 2}'.length);
  });
});

describe('YAML that is refused', () => {
  const bomb = [
    'a: &a [x, x]',
    ...[...'bcdefghij'].map((c, i) => `${c}: &${c} [*${'abcdefghi'[i]}, *${'abcdefghi'[i]}]`),
  ];
  it.each([
    ['an alias', 'a: &x 1\nb: *x\n', /alias/],
    ['a bomb of them', `${bomb.join('\n')}\n`, /alias/],
    ['a tag of another program’s', 'a: !thing x\n', /tag/i],
    ['a tag that runs code elsewhere', 'a: !!js/function "x"\n', /tag/i],
    ['a key twice', 'a: 1\na: 2\n', /unique/],
    ['two documents', 'a: 1\n---\nb: 2\n', /documents/],
    ['a quote without end', 'a: "x\nb: 2\n', /quote/i],
    ['tabs', 'a:\n\t- b\n', /./],
    ['no end of brackets', '['.repeat(100_000), /./],
  ])('includes %s', (_what, text, reason) => {
    expect(() => readYamlText(text)).toThrow(YamlFault);
    expect(() => readYamlText(text)).toThrow(reason);
  });

  it('is reported with its line', () => {
    expect(() => readYamlText('a: 1\nb: 2\nc: *x\n')).toThrow(expect.objectContaining({ line: 3 }));
  });
});

describe('YAML that ovld writes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      'true',
      'no',
      '1',
      '0x1',
      '~',
      '- a',
      'a: b',
      ' a',
      'a\n',
      '\n',
      '\ufeff',
      '\u0085',
      '\u2028',
      '"',
      '\\',
      '#',
    ),
  );

  it('is read as it was meant, by the YAML library too', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(parse(`a: ${quoted(value)}\n`)).toEqual({ a: value });
        expect(parse(textBlock('a', value))).toEqual({ a: value });
        if (isPlainWord(value)) expect(parse(`a: ${value}\n`)).toEqual({ a: value });
      }),
    );
    fc.assert(
      fc.property(fc.array(text), (values) => {
        expect(parse(`a: ${flow(values)}\n`)).toEqual({ a: values });
        expect(parse(sentences('a', values))).toEqual({ a: values });
      }),
    );
  });
});
