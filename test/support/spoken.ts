import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person typed to the role then, as an agent's hook writes it down. */
export function speak(relayDir: string, role: string, at = Date.now()): void {
  const path = join(relayDir, 'person', role);
  mkdirSync(join(relayDir, 'person'), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, at / 1000, at / 1000);
}

const AN_HOUR_MS = 3_600_000;

/** For storms: a person stays with the roles for an hour, so that no exchange counts as a loop. */
export function stayWith(relayDir: string, roles: readonly string[]): void {
  for (const role of roles) speak(relayDir, role, Date.now() + AN_HOUR_MS);
}
