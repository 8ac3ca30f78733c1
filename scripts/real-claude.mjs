// Installs the Claude Code that tests, figures and the soak drive (test/real-claude) when it is
// missing. A person's own is never used. Without it what needs it is skipped, and says so.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/real-claude', import.meta.url));
const within = (name) => join(folder, 'node_modules', '@anthropic-ai', name);
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

const wanted = json(join(folder, 'package.json')).dependencies['@anthropic-ai/claude-code'];
const program = join(within(`claude-code-${process.platform}-${process.arch}`), 'claude');

function isThere() {
  const own = join(within('claude-code'), 'package.json');
  return existsSync(program) && existsSync(own) && json(own).version === wanted;
}

if (!isThere()) {
  process.stderr.write(`Installing Claude Code ${wanted} for tests (once) …\n`);
  // Its postinstall script would only link the program; --ignore-scripts is ours everywhere.
  const quiet = ['--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error'];
  try {
    execFileSync('npm', ['ci', ...quiet, '--fetch-retries=1'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    // Said below, with every other reason.
  }
  if (!isThere()) {
    process.stderr.write(
      `Claude Code ${wanted} could not be installed for ${process.platform}-${process.arch}: what needs it is skipped.\n`,
    );
  }
}
