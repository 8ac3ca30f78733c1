import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLE_HEADER } from './model/request.ts';

/**
 * The Claude Code of test/real-claude. Its npm package is a wrapper that links the program in a
 * postinstall script, which is off: the platform's own package has it, ready to run.
 */
export const CLAUDE = fileURLToPath(
  new URL(
    `../real-claude/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
    import.meta.url,
  ),
);

const KEY = 'sk-ant-scripted-0123456789abcdefghij';

export interface HomeOptions {
  /** The model's address. */
  url: string;
  /** False: the relay is started without the variable that names Claude's inbox socket; or whose has it. */
  socket: boolean | readonly string[];
  /** Whether Claude starts without asking, in every folder of the world. */
  trusted?: boolean;
  /** For every claude that is started. */
  env: Readonly<Record<string, string>>;
}

/** A home in which Claude starts at its prompt, and a `claude` in `dir`/bin that asks our model. */
export function furnish(dir: string, { url, socket, trusted = true, env }: HomeOptions): void {
  const answered = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    // What is trusted is trusted with every folder in it.
    projects: trusted ? { [dir]: { hasTrustDialogAccepted: true } } : {},
  };
  writeFileSync(join(dir, 'home', '.claude.json'), JSON.stringify(answered));
  // Claude makes its socket there, and the path must be short.
  mkdirSync(join(dir, 'c'));
  const variables = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_TMPDIR: join(dir, 'c'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    ...env,
  };
  const heard = socket === false || socket === true ? '' : socket.join(' ');
  const mute = `[ -z "$config" ] || '${process.execPath}' '${join(dir, 'mute.mjs')}' "$config"`;
  const script = [
    '#!/bin/sh',
    'role=unnamed config= last=',
    'for word in "$@"; do',
    '  case $last in --name) role=$word ;; --mcp-config) config=$word ;; esac',
    '  last=$word',
    'done',
    ...(socket === true ? [] : [`case " ${heard} " in`, `*" $role "*) ;;`, `*) ${mute} ;; esac`]),
    ...Object.entries(variables).map(([key, value]) => `export ${key}='${value}'`),
    // Six share one environment, and side requests do not say whose they are: a header does.
    `export ANTHROPIC_CUSTOM_HEADERS="${ROLE_HEADER}: $role"`,
    `exec '${CLAUDE}' "$@"`,
    '',
  ].join('\n');
  writeFileSync(join(dir, 'bin', 'claude'), script, { mode: 0o755 });
  if (socket !== true) writeFileSync(join(dir, 'mute.mjs'), MUTE);
}

/** Claude has no switch for its socket; `env -u` hides it from the servers it starts. */
const MUTE = `import { readFileSync, writeFileSync } from 'node:fs';
const [, , path] = process.argv;
const document = JSON.parse(readFileSync(path, 'utf8'));
const hidden = ['-u', 'CLAUDE_CODE_MESSAGING_SOCKET', '-u', 'CLAUDE_CODE_MESSAGING_TOKEN'];
for (const server of Object.values(document.mcpServers)) {
  if (server.command === 'env') continue;
  server.args = [...hidden, server.command, ...(server.args ?? [])];
  server.command = 'env';
}
writeFileSync(path, JSON.stringify(document));
`;
