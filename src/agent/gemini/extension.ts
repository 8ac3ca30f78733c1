import type { LaunchOrder } from '../agent.ts';
import { hookLine, hookScript, type HookDialect, type HookEvent } from '../hooks.ts';
import { RELAY_SERVER, relayServer } from '../relay-config.ts';

/** The files of the extension that one seat has more than its person, and a policy that allows its tools. */
export function extensionFiles(order: LaunchOrder): Record<string, string> {
  const told = order.ritual?.delivery === 'system-prompt' ? order.ritual.text : undefined;
  const manifest = {
    name: RELAY_SERVER,
    version: '1.0.0',
    mcpServers: { [RELAY_SERVER]: relayServer(order) },
    ...(told !== undefined && { contextFileName: ROLE }),
  };
  return {
    'gemini-extension.json': asText(manifest),
    'hooks/hooks.json': asText({ hooks: hooksOf(order.paths.hooks) }),
    [POLICY]: ALLOWED,
    ...(told !== undefined && { [ROLE]: told }),
  };
}

const ROLE = 'ROLE.md';
export const POLICY = 'policy.toml';

/** An extension may not allow its own tools. */
const ALLOWED = `[[rule]]
mcpName = "${RELAY_SERVER}"
toolName = "*"
decision = "allow"
priority = 999
`;

function hooksOf(script: string): Record<string, unknown> {
  const on = (event: HookEvent) => [
    { hooks: [{ type: 'command', name: 'ovld', command: hookLine(event, script) }] },
  ];
  return {
    SessionStart: on('start'),
    BeforeAgent: on('prompt'),
    BeforeTool: on('begin'),
    AfterTool: on('tool'),
    Notification: on('ask'),
    AfterAgent: on('stop'),
    SessionEnd: on('end'),
  };
}

/** A seat's own home is gone with its army; what its path leads to is the person's, and stays. */
export const hooksFor = (order: LaunchOrder, seat: string, person: string): string =>
  hookScript(order, { ...DIALECT, link: seat, real: person });

const DIALECT: Partial<HookDialect> = {
  tool: 'AfterTool',
  toolfail: 'AfterTool',
  stop: 'block',
};

const asText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
