import { fieldsIn, stringIn, stringsIn } from './fields.ts';

/** The one MCP server of an agent's configuration, and the agent's role by it. */
export interface ServerConfig {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  role: string;
  relayDir: string | undefined;
}

const ROLE = /^[a-z][a-z0-9_-]{0,31}$/;

/** Throws with the reason; `roleName` wins over the role of the server's environment. */
export function parseMcpConfig(text: string, roleName?: string): ServerConfig {
  const servers = fieldsIn(fieldsIn(JSON.parse(text), 'the document')['mcpServers'], 'mcpServers');
  const [entry, ...others] = Object.entries(servers);
  if (entry === undefined || others.length > 0) throw new Error('mcpServers must name one server');
  const server = fieldsIn(entry[1], entry[0]);
  const given = fieldsIn(server['env'] ?? {}, 'env');
  const env = Object.fromEntries(Object.keys(given).map((key) => [key, stringIn(given, key)]));
  const role = roleName ?? env['OVLD_ROLE'] ?? 'mock';
  if (!ROLE.test(role)) throw new Error(`${JSON.stringify(role)} is no name of a role`);
  return {
    name: entry[0],
    command: stringIn(server, 'command'),
    args: stringsIn(server, 'args'),
    env,
    role,
    relayDir: env['OVLD_RELAY_DIR'],
  };
}
