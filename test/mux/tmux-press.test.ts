import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mux } from '../../src/mux/mux.ts';
import { openTmux } from '../../src/mux/tmux.ts';
import { tempDir } from '../support/temp.ts';

/** A tmux that shows one pane, and writes down everything else it is told; `said` is its answer. */
function pane(said = ''): { mux: Mux; told: () => string } {
  const dir = tempDir();
  const log = join(dir, 'told');
  const script = `#!/bin/sh
case "$*" in
  *capture-pane*) printf '%%1\\t7\\t1\\n────\\n❯ nudge\\n────\\n' ;;
  *version*) echo 3.4 ;;
  *) echo "$*" >>'${log}'; echo '${said}' ;;
esac
`;
  writeFileSync(join(dir, 'tmux'), script, { mode: 0o700 });
  const env = { PATH: `${dir}:${process.env['PATH']}` };
  const mux = openTmux({
    kind: 'tmux',
    session: 'army',
    targeting: 'pane',
    tabs: [],
    dir,
    env,
  });
  return { mux, told: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

describe('Enter on tmux', () => {
  it('is not pressed when the last look refuses [C1]', async () => {
    const { mux, told } = pane();
    const seen: string[] = [];
    const no = ({ lines }: { lines: readonly string[] }) => (seen.push(...lines), false);
    expect(await mux.press('%1', 'Enter', no)).toBe(false);
    expect(seen).toContain('❯ nudge');
    expect(told()).toBe('');
  });

  it('is not pressed where there is nothing to look at', async () => {
    const { mux, told } = pane();
    expect(await mux.press('%2', 'Enter', () => true)).toBe(false);
    expect(told()).toBe('');
  });

  it('is pressed while the cursor is where it was seen, which tmux checks [C1]', async () => {
    const { mux, told } = pane();
    expect(await mux.press('%1', 'Enter', () => true)).toBe(true);
    expect(told()).toContain('#{==:#{cursor_x} #{cursor_y},7 1}');
    expect(await pane('moved').mux.press('%1', 'Enter', () => true)).toBe(false);
  });
});
