import { describe, expect, it } from 'vitest';
import { keyReader, type Key } from '../../src/mock-agent/keys.ts';

const text = (value: string): Key => ({ kind: 'text', text: value });
const paste = (value: string): Key => ({ kind: 'paste', text: value });
const enter: Key = { kind: 'enter' };
const long = 'x'.repeat(120);

const readAll = (chunks: readonly (string | Buffer)[]): Key[] => {
  const reader = keyReader();
  return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk)));
};

describe('bytes of a terminal become keys', () => {
  it.each<[string, (string | Buffer)[], Key[]]>([
    ['letters and Enter', ['hi\r'], [text('hi'), enter]],
    [
      'LF is a line break, never a submission',
      ['a\nb'],
      [text('a'), { kind: 'newline' }, text('b')],
    ],
    ['both backspaces', ['\u007f\b'], [{ kind: 'backspace' }, { kind: 'backspace' }]],
    ['Ctrl-C and Ctrl-D', ['\u0003\u0004'], [{ kind: 'interrupt' }, { kind: 'end' }]],
    ['arrows in both encodings', ['\u001b[A\u001bOB'], [{ kind: 'up' }, { kind: 'down' }]],
    ['keys it does not know', ['\u001b[5~\u001b[I\u0013a'], [text('a')]],
    ['a paste', ['\u001b[200~a\rb\u001b[201~'], [paste('a\nb')]],
    [
      'a paste with LF kept, as Zellij does',
      ['\u001b[200~a\nb\u001b[201~\r'],
      [paste('a\nb'), enter],
    ],
    ['an escape inside a paste', ['\u001b[200~a\u001b[Ab\u001b[201~'], [paste('a\u001b[Ab')]],
    ['an end of paste by itself', ['\u001b[201~a'], [text('a')]],
    [
      'a character cut in two',
      [Buffer.from('あ').subarray(0, 1), Buffer.from('あ').subarray(1)],
      [text('あ')],
    ],
    [
      'a long text and Enter in one read: Enter is taken for a line break',
      [`${long}\r`],
      [paste(`${long}\n`)],
    ],
    ['the same in two reads', [long, '\r'], [text(long), enter]],
  ])('%s', (_what, chunks, expected) => {
    expect(readAll(chunks)).toEqual(expected);
  });

  it('a paste is the same wherever it is cut', () => {
    const whole = 'あ\u001b[200~line\r二\u001b[201~\r';
    const bytes = Buffer.from(whole);
    for (let i = 1; i < bytes.length; i += 1) {
      const keys = readAll([bytes.subarray(0, i), bytes.subarray(i)]);
      expect(keys, `cut at ${i}`).toEqual([text('あ'), paste('line\n二'), enter]);
    }
  });

  it('an escape is the key once nothing follows it', () => {
    const reader = keyReader();
    expect(reader.read(Buffer.from('\u001b'))).toEqual([]);
    expect(reader.unsettled).toBe(true);
    expect(reader.settle()).toEqual([{ kind: 'escape' }]);
    expect(reader.unsettled).toBe(false);
  });

  it('inside a paste nothing is settled', () => {
    const reader = keyReader();
    reader.read(Buffer.from('\u001b[200~a\u001b'));
    expect(reader.unsettled).toBe(false);
    expect(reader.settle()).toEqual([]);
    expect(reader.read(Buffer.from('[201~'))).toEqual([paste('a')]);
  });
});
