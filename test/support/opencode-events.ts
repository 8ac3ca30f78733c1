/** A type and its properties. */
export type Line = readonly [string, object];

/** How opencode 1.18.33 was seen to speak of its sessions, without what does not matter. */
export const busy = (sessionID = 'ses_1'): Line => [
  'session.status',
  { sessionID, status: { type: 'busy' } },
];

export const retry = (next: number, sessionID = 'ses_1'): Line => [
  'session.status',
  { sessionID, status: { type: 'retry', attempt: 1, message: 'scripted 429', next } },
];

export const idle = (sessionID = 'ses_1'): Line[] => [
  ['session.status', { sessionID, status: { type: 'idle' } }],
  ['session.idle', { sessionID }],
];

/** A message of its model, as `DONE`, `CALLED`, `FAILED`, or just begun. */
export const answer = (more: object = {}, sessionID = 'ses_1'): Line => [
  'message.updated',
  {
    sessionID,
    info: { id: 'msg_a', role: 'assistant', parentID: 'msg_u', sessionID, time: {}, ...more },
  },
];

const time = { created: 1, completed: 2 };
export const DONE = { finish: 'stop', time };
export const CALLED = { finish: 'tool-calls', time };
export const FAILED = { error: { name: 'APIError', data: {} }, time };

/** A prompt, of whomever. */
export const user = (text: string, sessionID = 'ses_1', more: object = {}): Line[] => {
  const messageID = `msg_${text.length}`;
  return [
    ['message.updated', { sessionID, info: { id: messageID, role: 'user', sessionID, time: {} } }],
    [
      'message.part.updated',
      { sessionID, part: { type: 'text', text, messageID, sessionID, ...more } },
    ],
  ];
};

export const failed = (data: object = {}, sessionID = 'ses_1'): Line => [
  'session.error',
  { sessionID, error: { name: 'MessageAbortedError', data } },
];

export const created = (sessionID: string, parentID?: string): Line => [
  'session.created',
  { sessionID, info: { id: sessionID, ...(parentID !== undefined && { parentID }) } },
];

export const permission = (id: string, sessionID = 'ses_1'): Line => [
  'permission.asked',
  { id, sessionID },
];
