import type { Reply, Tool } from './tool.ts';
import { bytes } from './tools/check-inbox.ts';

/** Long strings go first, then the ends of long lists, until it fits. */
const STEPS = [
  { characters: 4_000, entries: 1_000 },
  { characters: 1_000, entries: 200 },
  { characters: 300, entries: 50 },
  { characters: 100, entries: 20 },
  { characters: 60, entries: 8 },
  { characters: 40, entries: 3 },
];

/** The same tool with replies no longer than agents take in one piece (R9). */
export const boundTool = (tool: Tool): Tool => ({
  ...tool,
  async call(context, args) {
    const { cut } = context.boardTexts.tools;
    return boundReply(await tool.call(context, args), cut, context.relay.replies.bytes);
  },
});

/** Cuts each face that is too long, and says so in it; the files hold the rest. */
export function boundReply({ text, data }: Reply, cut: string, most: number): Reply {
  return { text: cutText(text, cut, most), data: cutData(data, cut, most) };
}

export const fits = (data: Reply['data'], most: number): boolean =>
  bytes(JSON.stringify(data)) < most;

function cutText(text: string, cut: string, most: number): string {
  if (bytes(text) < most) return text;
  const room = most - bytes(cut) - 2;
  const kept = Buffer.from(text, 'utf8').subarray(0, room).toString('utf8');
  // The last character may have been cut in two.
  return `${kept.replace(/\uFFFD$/, '')}\n${cut}`;
}

/** Some agents see only the data. */
function cutData(data: Reply['data'], cut: string, most: number): Reply['data'] {
  if (fits(data, most)) return data;
  const { note } = data;
  const noted = { note: typeof note === 'string' && note !== cut ? `${cut} ${note}` : cut };
  for (const step of STEPS) {
    const shown = { ...noted, ...(shorten(data, step) as Reply['data']), ...noted };
    if (fits(shown, most)) return shown;
  }
  return noted;
}

function shorten(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const characters = [...value];
    return characters.length <= step.characters
      ? value
      : `${characters.slice(0, step.characters).join('')}…`;
  }
  if (Array.isArray(value)) {
    return value.slice(0, step.entries).map((one): unknown => shorten(one, step));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, step)]));
}
