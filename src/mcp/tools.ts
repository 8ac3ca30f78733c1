import type { ToolMaker } from './tool.ts';
import { broadcast } from './tools/broadcast.ts';
import { checkInbox } from './tools/check-inbox.ts';
import { getStatus } from './tools/get-status.ts';
import { sendMessage } from './tools/send-message.ts';
import { updateStatus } from './tools/update-status.ts';

/** The five tools of the relay, in the order agents see them. */
export const toolMakers: readonly ToolMaker[] = [
  sendMessage,
  checkInbox,
  getStatus,
  updateStatus,
  broadcast,
];
