import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import type { ArmyLayout } from '../../src/mux/mux.ts';
import { bytesFile } from '../support/mux-layout.ts';
import { ECHO_PANE, muxWorld, started } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

const PANES = 10;
const ARGUMENTS = 20;
/** One in another: a pane in the last of them has them all in its path, of at most 4,095 bytes. */
const FOLDERS = 20;
const NAME_BYTES = 150;
const seed = Number(process.env['OVLD_ARGV_SEED'] ?? Date.now());

const white = [' ', '  ', '\t', '\n', '\u00a0', '\u200b'];
const shell = `' " \` \\ \\\\ $ $HOME \${HOME} $(id) $$ ~ ~root & | > * ? ! ( ) { } [ ] < // a`;
const special =
  '; \\; # ## #{pid} #[fg=red] #S #(id) % %H %1 - -- -t = , 日本語 ーテスト 🦊 👩‍👩‍👧 é e\u0301';

const piece = fc.oneof(
  fc.constantFrom(...white, ...shell.split(' '), ...special.split(' ')),
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

/** A NUL ends a string for every program there is; everything else may be in an argument. */
const anyText = fc
  .array(piece, { maxLength: 6 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''));

const anyFolder = anyText
  .map((text) => text.replaceAll(/[/\u0001-\u0008\u000e-\u001f]/g, ''))
  .filter(
    (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) < NAME_BYTES,
  );

/** 200 hostile arguments and 200 hostile folders through a real start, read back from the process. */
describe.for(muxKinds)('%s', (kind) => {
  it(`arguments and folder reach every program unchanged (seed ${seed})`, async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = muxWorld(kind);
    const texts = fc.sample(anyText, { seed, numRuns: PANES * ARGUMENTS });
    const names = fc.sample(anyFolder, { seed, numRuns: PANES * FOLDERS - 1 });
    const folders = ['#{pid} #S ##[x] $HOME;', ...names];
    const panes = Array.from({ length: PANES }, (_, index) => {
      const role = `r${index}`;
      const nested = folders.slice(index * FOLDERS, (index + 1) * FOLDERS);
      const cwd = join(world.dir, String(index), ...nested);
      mkdirSync(cwd, { recursive: true });
      const hostile = texts.slice(index * ARGUMENTS, (index + 1) * ARGUMENTS);
      const argv = [process.execPath, ECHO_PANE, bytesFile(world.dir, 'army', role), ...hostile];
      return { role, size: 50, focus: false, argv, cwd };
    });
    const tabs = Array.from({ length: PANES / 2 }, (_, index) => ({
      name: `t${index}`,
      focus: index === 0,
      split: 'rows' as const,
      panes: panes.slice(2 * index, 2 * index + 2),
    }));
    const layout: ArmyLayout = { session: 'army', env: {}, tabs };
    const mux = await world.open('army');
    await mux.start(mux.plan(layout, { attached: false, size: undefined }));
    for (const { role, argv, cwd } of panes) {
      const seen = await started(bytesFile(world.dir, 'army', role));
      expect(seen.argv.slice(1)).toEqual(argv.slice(3));
      expect(seen.cwd).toBe(cwd);
    }
    expect(await mux.end()).toBe(true);
  });
});
