import { describe, expect, it } from 'vitest';
import { splitLines } from '../../src/mcp/lines.ts';

function feed(chunks: readonly Buffer[], limit = 10): string[] {
  const seen: string[] = [];
  const lines = splitLines(limit, {
    line: (text) => seen.push(text),
    tooLong: () => seen.push('<too long>'),
  });
  for (const chunk of chunks) lines.push(chunk);
  return seen;
}

describe('cutting bytes into lines', () => {
  it.each<[string, string[], string[]]>([
    ['one line', ['abc\n'], ['abc']],
    ['two in a chunk', ['a\nb\n'], ['a', 'b']],
    ['one over two chunks', ['ab', 'c\n'], ['abc']],
    ['an unfinished one waits', ['abc'], []],
    ['exactly the limit', ['0123456789\n'], ['0123456789']],
    ['one above it', ['0123456789a\nok\n'], ['<too long>', 'ok']],
    ['far above it, in pieces', ['01234567', '89012345', '678\nok\n'], ['<too long>', 'ok']],
  ])('is right for %s', (_what, chunks, lines) => {
    expect(feed(chunks.map((chunk) => Buffer.from(chunk)))).toEqual(lines);
  });

  it('never breaks a letter that falls between two chunks', () => {
    const bytes = Buffer.from('魔王\n');
    expect(feed([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['魔王']);
  });
});
