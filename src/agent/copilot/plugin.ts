import {
  hookLine,
  hookScript,
  type HookDialect,
  type HookEvent,
  type HookOrder,
} from '../hooks.ts';

/**
 * The hooks of Copilot CLI, by its own names (1.0.102). Its errors tell nothing of whether a turn goes on after
 * them, so none is heard: what Esc or an API error ended is seen on the screen (X7).
 */
const DIALECT: HookDialect = {
  session: 'sessionId',
  transcript: 'transcriptPath',
  prompt: 'prompt',
  // Of no use, for no turn is told to have failed.
  error: 'errorContext',
  limited: 'rate_limit',
  said: 'errorContext',
  // A subagent is a session of its own, and its events are its agent's but for their last fields.
  own: '',
  subagent: 'parentAgentId',
  doubles: true,
  transcriptAt: '${COPILOT_HOME:-$HOME/.copilot}/session-state/$id/events.jsonl',
  start: 'sessionStart',
  atStart: 'news',
  // After /clear it begins as it did at first, under another id.
  cleared: 'other',
  context: 'plain',
  tool: 'postToolUse',
  toolfail: 'postToolUseFailure',
  stop: 'block',
};

export const copilotHookScript = (order: HookOrder): string => hookScript(order, DIALECT);

/** A plugin's folder, for `--plugin-dir`: it is loaded without a question, beside a person's own hooks. */
export function pluginFiles(folder: string, script: string): Record<string, string> {
  const on = (event: HookEvent, matcher?: string) => [
    { type: 'command', bash: hookLine(event, script), ...(matcher !== undefined && { matcher }) },
  ];
  const hooks = {
    sessionStart: on('start'),
    userPromptSubmitted: on('prompt'),
    postToolUse: on('tool'),
    postToolUseFailure: on('toolfail'),
    // Permission is also requested for what is allowed; this is the question itself.
    notification: on('ask', 'permission_prompt|elicitation_dialog'),
    agentStop: on('stop'),
    sessionEnd: on('end'),
  };
  return {
    [`${folder}/plugin.json`]: asText({ name: 'ovld', version: '1.0.0', hooks: 'hooks.json' }),
    [`${folder}/hooks.json`]: asText({ version: 1, hooks }),
  };
}

const asText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
