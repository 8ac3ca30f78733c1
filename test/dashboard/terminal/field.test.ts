import { describe, expect, it } from 'vitest';
import * as fields from '../../../src/dashboard/terminal/field.ts';
import { fieldOf, textOf } from '../../../src/dashboard/terminal/field.ts';

describe('a text field', () => {
  it.each<[string, (f: fields.Field) => fields.Field, string]>([
    ['types in the middle', (f) => fields.insert(fields.move(f, -1), 'X'), 'ab\ncXd'],
    ['erases', fields.eraseBefore, 'ab\nc'],
    ['erases after', (f) => fields.eraseAfter(fields.move(f, -2)), 'ab\nd'],
    ['goes to the line’s start', (f) => fields.insert(fields.toLineStart(f), 'X'), 'ab\nXcd'],
    ['goes up', (f) => fields.insert(fields.moveLine(f, -1), 'X'), 'abX\ncd'],
    [
      'goes up and down',
      (f) => fields.insert(fields.moveLine(fields.moveLine(f, -1), 1), 'X'),
      'ab\ncdX',
    ],
    ['erases a word', fields.eraseWord, 'ab\n'],
    ['stays at its ends', (f) => fields.insert(fields.move(f, 9), 'X'), 'ab\ncdX'],
    ['goes to the very first', (f) => fields.insert(fields.move(f, -99), 'X'), 'Xab\ncd'],
  ])('%s', (_, how, text) => expect(textOf(how(fieldOf('ab\ncd')))).toBe(text));

  it('erases what a person sees as one character', () => {
    expect(textOf(fields.eraseBefore(fieldOf('a👨‍👩‍👧‍👦')))).toBe('a');
    expect(textOf(fields.eraseBefore(fields.insert(fieldOf('e'), '\u0301')))).toBe('');
  });
});
