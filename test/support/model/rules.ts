import { call, relayCall, say, type ToolCall } from './reply.ts';
import { lettersIn, saysMore } from './inbox-result.ts';
import { findTool } from './offered.ts';
import type { ModelRequest } from './request.ts';
import type { Rule } from './server.ts';

/** A line that asks for check_inbox now: it carries a nudge's mark, or names a sender. */
const WAKE = /\[MESSAGE from [a-z]|\(#[0-9A-Za-z_.-]+\)/;

/** Told to look, by whatever way: keys, the socket, a hook. What stands in a ritual does not count. */
export const isWoken = ({ heard }: ModelRequest): boolean =>
  heard.split('\n').some((line) => line.includes('check_inbox') && WAKE.test(line));

/** Calls check_inbox when it is told to, by whatever way, and again as long as there is more. */
export const readsItsMail: Rule = (request) => {
  if (!request.isMain || findTool(request.offered, CHECK.tool) === undefined) return undefined;
  return isWoken(request) || request.toolResults.some(saysMore) ? call([CHECK]) : undefined;
};

const CHECK = relayCall('check_inbox');
const ORDER = 'ORDER: ';

/** The body of a message that makes its reader call these tools of the relay. */
export const order = (...calls: readonly { tool: string; input?: object }[]): string =>
  `${ORDER}${JSON.stringify(calls)}`;

/** As `readsItsMail`, and carries out what the messages it has just read order. */
export const followsOrders: Rule = (request) => {
  if (!request.isMain) return undefined;
  const orders = request.toolResults.flatMap(lettersIn).flatMap(({ body }): ToolCall[] => {
    if (!body.startsWith(ORDER)) return [];
    const calls = JSON.parse(body.slice(ORDER.length)) as { tool: string; input?: object }[];
    return calls.map(({ tool, input }) => relayCall(tool, input ?? {}));
  });
  if (orders.length === 0) return readsItsMail(request);
  const again = request.toolResults.some(saysMore) || isWoken(request);
  return call([...orders, ...(again ? [CHECK] : [])]);
};

/** Answers a person's words, or a nudge's, with that text. */
export const onWords =
  (words: string | RegExp, text: string): Rule =>
  (request) => {
    const heard =
      typeof words === 'string'
        ? request.lastUserText.includes(words)
        : words.test(request.lastUserText);
    return request.isMain && heard && request.toolResults.length === 0 ? say(text) : undefined;
  };
