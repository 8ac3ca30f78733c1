import type { Question } from '../../agent/agent.ts';
import type { AgentKind } from '../../army/formation.ts';
import { quoted } from '../../kit/quoted.ts';

export interface DryFormation {
  name: string;
  roles: readonly unknown[];
  mux: string;
  store: string;
  toolsets: readonly string[];
}

export const army = {
  steps: {
    starting: 'starting',
    ready: 'ready',
    given: 'ritual given',
    asks: 'waiting for you',
    ended: 'its agent has ended',
    skipped: 'skipped',
  },
  agents: {
    claude: 'Claude',
    codex: 'Codex',
    opencode: 'opencode',
    qwen: 'Qwen Code',
    copilot: 'Copilot',
    gemini: 'Gemini CLI',
    mock: 'the scripted agent',
  } satisfies Record<AgentKind, string>,
  versionUnread: (program: string) => `${program} did not report its version; continuing anyway`,
  /** In its pane, which may be narrow. */
  postponed: (role: string, asker: string) =>
    `${role} has not started yet.

In the pane of ${asker} you are asked
whether you trust this folder.
Once you have answered there, this pane
goes on by itself.

If you have answered No, or its agent
has ended:
ovld restart ${asker}  starts it again
ovld unsummon  ends the army`,
  trustUnread: (path: string) =>
    `${path} cannot be read: whether this folder is trusted is not known, and every agent may ask`,
  /** What was asked of a formation that does not have it. */
  noCount: (formation: string) => `--specialists: the formation ${formation} has no count of them`,
  noDuty: (duty: string, formation: string) =>
    `toolsets: the board needs a role with duty: ${duty}, and ${formation} has none`,
  onlyScripted: (flag: string) =>
    `${flag}: every role is played by a scripted agent (mock) or by a program of the formation’s own, which have none`,
  alreadyUp: (session: string) => `The army ${session} is already up. ovld attach joins it.`,
  switched: (session: string) => `This terminal now shows ${session}. ovld unsummon ends the army.`,
  detached: (session: string) =>
    `The army ${session} keeps running. ovld attach returns to it, ovld unsummon ends it.`,
  /** Ctrl-C while rituals are given. */
  cutShort: (session: string, roles: readonly string[]) =>
    `The army ${session} keeps running. Without a ritual yet: ${roles.join(', ')}. ovld inject gives them theirs, ovld attach joins the army, ovld unsummon ends it.`,
  ended: (session: string) =>
    `The army ${session} has ended and was cleared away. ovld summon --resume raises it again with its unread mail and conversations.`,
  /** By a person, in the multiplexer. */
  renamed: (session: string, name: string, mux: string) =>
    `The session of the army ${session} was renamed to ${quoted(name)}; ovld goes on with it there. ${
      mux === 'tmux'
        ? `tmux rename-session -t ${quoted(name)} ${session} gives it its name back.`
        : `Zellij gives no name back while the session runs: ovld unsummon, then ovld summon --resume.`
    }`,
  ofAnotherFolder: ({ session, folder }: { session: string; folder: string }) =>
    `No army was summoned here. This is ${session} of ${folder}:`,
  dryFormation: ({ name, roles, mux, store, toolsets }: DryFormation) =>
    `Formation ${name}: ${roles.length} roles in ${mux}, store ${store}, tools ${toolsets.join(', ')}`,
  dryFiles: 'Would write:',
  dryCommands: 'Would run:',
  questions: {
    trust: 'its agent asks whether you trust this folder',
    elsewhere: 'it starts when the agent in the first pane has come up',
    api_key: 'its agent asks whether to use the API key of your environment',
    bypass: 'its agent asks whether to run without permissions',
    settings: 'its agent complains about a settings file',
    login: 'its agent is not logged in',
    permission: 'its agent asks for permission',
    choice: 'its agent asks a question',
  } satisfies Record<Question, string>,
};
