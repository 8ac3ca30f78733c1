import {
  hookLine,
  hookScript,
  type HookDialect,
  type HookEvent,
  type HookOrder,
} from '../hooks.ts';

/** Qwen Code 0.24.4. */
const QWEN: Partial<HookDialect> = {
  own: 'tool_name',
  // What a hook says at the start becomes a part of the system prompt.
  atStart: 'ritual',
  stop: 'block',
};

export const qwenHookScript = (order: HookOrder): string => hookScript(order, QWEN);

/**
 * A wake by the socket begins a turn without `UserPromptSubmit` (X9): the first tool tells of it. Esc and every
 * other end of a turn is told by the notification that it waits for input, and of them only `Stop` is a finished turn.
 */
export function qwenHooks(script: string): Record<string, unknown> {
  const on = (event: HookEvent, matcher?: string) => ({
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command: hookLine(event, script) }],
  });
  return {
    SessionStart: [on('start')],
    UserPromptSubmit: [on('prompt')],
    PreToolUse: [on('begin')],
    PostToolUse: [on('tool')],
    PostToolUseFailure: [on('toolfail')],
    PermissionRequest: [on('ask')],
    Notification: [on('ask', 'permission_prompt'), on('fail', 'idle_prompt')],
    Stop: [on('stop')],
    StopFailure: [on('fail')],
    SessionEnd: [on('end')],
  };
}
