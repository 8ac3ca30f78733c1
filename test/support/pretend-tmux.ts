import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** For a plan, which asks for the version and for sessions: a machine that runs the tests may have no tmux. */
export function pretendTmux(bin: string): void {
  const script = `#!/bin/sh
[ "$1" = -V ] && echo 'tmux 3.4' && exit
echo 'no server running on /nowhere' >&2
exit 1
`;
  writeFileSync(join(bin, 'tmux'), script, { mode: 0o755 });
}
