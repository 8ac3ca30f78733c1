import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person's own command, which writes down every alert in a line. */
export function alertFile(dir: string): { command: string[]; alerts: () => string[] } {
  const [script, file] = [join(dir, 'alert.sh'), join(dir, 'alerts.txt')];
  const words = ['KIND', 'ROLE', 'SESSION', 'MESSAGE'].map((name) => `$OVLD_ALERT_${name}`);
  writeFileSync(script, `#!/bin/sh\necho "${words.join('|')}" >>"$1"\n`, { mode: 0o755 });
  const text = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    command: [script, file],
    alerts: () =>
      text()
        .split('\n')
        .filter((line) => line !== ''),
  };
}
