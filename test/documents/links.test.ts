import { mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardWorld, command } from '../support/board-world.ts';
import { tempDir } from '../support/temp.ts';

describe('something else in place of a directory of the board', () => {
  it.each([
    'queue',
    'queue/tasks',
    'queue/tasks/waiting',
    'queue/reports',
    'queue/archive',
    'knowledge',
    'knowledge/lessons',
    'knowledge/evaluations',
  ])(
    'is refused when %s is a link, before anything is decided, and the link is not followed',
    async (dir) => {
      const { board, root } = boardWorld();
      const outside = tempDir();
      mkdirSync(dirname(join(root, dir)), { recursive: true });
      symlinkSync(outside, join(root, dir));
      const refused = { code: 'store_symlink', data: { path: join(root, dir) } };
      await expect(board.issue('envoy', command())).rejects.toMatchObject(refused);
      expect(readdirSync(outside)).toEqual([]);
      unlinkSync(join(root, dir));
      expect((await board.issue('envoy', command())).command.id).toBe('cmd_001');
    },
  );

  it('is refused when it is a file', async () => {
    const { board, root } = boardWorld();
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'knowledge'), '');
    await expect(board.issue('envoy', command())).rejects.toMatchObject({ code: 'store_symlink' });
  });
});
