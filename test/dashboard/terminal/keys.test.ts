import { describe, expect, it } from 'vitest';
import { keyReader, type InkKey, type Key } from '../../../src/dashboard/terminal/key.ts';
import * as fields from '../../../src/dashboard/terminal/field.ts';
import { fieldOf, textOf } from '../../../src/dashboard/terminal/field.ts';

const none: InkKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  shift: false,
  ctrl: false,
  meta: false,
};
const char = (one: string): Key => ({ name: 'char', char: one });

describe('keys as they come', () => {
  it.each<[string, string, Partial<InkKey>, Key[]]>([
    ['a letter', 'a', {}, [char('a')]],
    ['letters typed fast', 'ab', {}, [char('a'), char('b')]],
    ['a wide one and an emoji', '日🏰', {}, [char('日'), char('🏰')]],
    ['Enter', '', { return: true }, [{ name: 'enter' }]],
    ['Enter right behind a text', 'a\r', {}, [char('a'), { name: 'enter' }]],
    ['a return inside', 'a\rb', {}, [char('a'), { name: 'newline' }, char('b')]],
    ['Ctrl-J', '\n', {}, [{ name: 'newline' }]],
    ['Ctrl-C', 'c', { ctrl: true }, [{ name: 'ctrl', char: 'c' }]],
    ['Ctrl-C behind a text', 'a\u0003', {}, [char('a'), { name: 'ctrl', char: 'c' }]],
    ['Shift-Tab', '', { tab: true, shift: true }, [{ name: 'backTab' }]],
    ['Backspace, as most terminals send it', '', { delete: true }, [{ name: 'backspace' }]],
    ['Esc and a letter in one piece', 'q', { meta: true }, [{ name: 'alt', char: 'q' }]],
    ['Alt-Enter', '', { return: true, meta: true }, [{ name: 'newline' }]],
    ['Shift-Enter', '', { return: true, shift: true }, [{ name: 'newline' }]],
    ['Delete', '[203~', {}, [{ name: 'delete' }]],
    ['an arrow', '', { upArrow: true }, [{ name: 'up' }]],
  ])('%s', (_, input, key, keys) =>
    expect(keyReader(() => undefined)(input, { ...none, ...key })).toEqual(keys),
  );

  it('takes what was pasted as one text, returns and all', () => {
    const pastes = ['first\rsecond\u0007\r\nq'];
    const read = keyReader(() => pastes.shift());
    expect(read('[200~', none)).toEqual([{ name: 'pasted', text: 'first\nsecond\nq' }]);
    expect(read('q', none)).toEqual([char('q')]);
  });
});

describe('a text somebody writes', () => {
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
