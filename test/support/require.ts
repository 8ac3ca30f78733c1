import { execFileSync } from 'node:child_process';

const required = new Set((process.env['OVLD_REQUIRE'] ?? '').split(',').filter(Boolean));

/** Skips with a printed reason where a real component is missing; fails where it must be there. */
export function missingComponent(name: string): string | undefined {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return undefined;
  } catch {
    const reason = `${name} is not installed`;
    if (required.has(name)) throw new Error(`${reason}, and OVLD_REQUIRE asks for it`);
    return reason;
  }
}
