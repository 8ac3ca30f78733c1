// Installs the agents that tests drive beside Claude Code (test/real-agents) when they are missing: all, or those
// that are named. A person's own are never used. Without one, what needs it is skipped, and says so.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { commandOf, placeOf, realAgents } from './real-agent-places.mjs';

// No postinstall script is needed: --ignore-scripts is ours everywhere.
const quiet = ['--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error'];

function install(kind) {
  const { package: name, version } = realAgents[kind];
  process.stderr.write(`Installing ${name} ${version} for tests (once) …\n`);
  mkdirSync(placeOf(kind), { recursive: true });
  const words = ['install', '--prefix', placeOf(kind), ...quiet, '--fetch-retries=1'];
  try {
    execFileSync('npm', [...words, '--save-exact', `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    // Said below, with every other reason.
  }
  if (commandOf(kind) === undefined) {
    process.stderr.write(
      `${name} ${version} could not be installed for ${process.platform}-${process.arch}: what needs it is skipped.\n`,
    );
  }
}

const named = process.argv.slice(2);
const unknown = named.find((kind) => !Object.hasOwn(realAgents, kind));
if (unknown !== undefined) {
  process.stderr.write(`${unknown}: none of ${Object.keys(realAgents).join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const kind of named.length > 0 ? named : Object.keys(realAgents)) {
    if (commandOf(kind) === undefined) install(kind);
  }
}
