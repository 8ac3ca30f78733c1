import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serverLife } from '../../src/mux/zellij/server.ts';
import { tempDir } from '../support/temp.ts';

function onPlatform(name: NodeJS.Platform): void {
  const own = process.platform;
  const set = (value: string): unknown => Object.defineProperty(process, 'platform', { value });
  set(name);
  onTestFinished(() => void set(own));
}

it('where there is no /proc a server is found by ps, however long its line is', async () => {
  const dir = tempDir();
  const socketDir = join(
    dir,
    'a-folder-with-a-name-that-no-terminal-shows-in-a-single-line'.repeat(3),
  );
  const line = `${process.pid} /opt/zellij --server ${socketDir}/contract_version_1/army`;
  // As ps does it: 80 columns, unless it is told twice that there is no end.
  const script = `#!/bin/sh
case "$*" in *lstart*) echo today; exit;; *ww*) wide=9999;; *) wide=80;; esac
echo '${line}' | cut -c1-$wide
`;
  writeFileSync(join(dir, 'ps'), script, { mode: 0o700 });
  const PATH = `${dir}:${process.env['PATH']}`;
  vi.stubEnv('PATH', PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  onPlatform('darwin');
  const env = { PATH };
  const life = await serverLife({ socketDir, session: 'army', env });
  expect(life).toMatch(new RegExp(`^${process.pid}/today/`));
  expect(await serverLife({ socketDir, session: 'arm', env })).toBeUndefined();
});
