import type { Reply, Tool } from './tool.ts';
import { REPLY_BYTES } from './tools/check-inbox.ts';

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Long strings go first, then the ends of long lists, until it fits. */
const STEPS = [
  { characters: 4_000, entries: 1_000 },
  { characters: 1_000, entries: 200 },
  { characters: 300, entries: 50 },
  { characters: 100, entries: 20 },
  { characters: 60, entries: 8 },
  { characters: 40, entries: 3 },
];

/** The same tool, whose replies are never more than agents take in one piece (R9). */
export const boundedTool = (tool: Tool): Tool => ({
  ...tool,
  async call(context, args) {
    return bounded(await tool.call(context, args), context.boardTexts.tools.cut);
  },
});

/** Neither face of it is too long, and a face that was cut says so; the files hold the rest. */
export function bounded({ text, data }: Reply, cut: string): Reply {
  return { text: boundedText(text, cut), data: boundedData(data, cut) };
}

export const fits = (data: Reply['data']): boolean => bytes(JSON.stringify(data)) < REPLY_BYTES;

function boundedText(text: string, cut: string): string {
  if (bytes(text) < REPLY_BYTES) return text;
  const room = REPLY_BYTES - bytes(cut) - 2;
  const kept = Buffer.from(text, 'utf8').subarray(0, room).toString('utf8');
  // The last character may have been cut in two.
  return `${kept.replace(/\uFFFD$/, '')}\n${cut}`;
}

/** There are agents who see nothing but the data. */
function boundedData(data: Reply['data'], cut: string): Reply['data'] {
  if (fits(data)) return data;
  const { note } = data;
  const noted = { note: typeof note === 'string' && note !== cut ? `${cut} ${note}` : cut };
  for (const step of STEPS) {
    const shown = { ...noted, ...(shortened(data, step) as Reply['data']), ...noted };
    if (fits(shown)) return shown;
  }
  return noted;
}

function shortened(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const characters = [...value];
    return characters.length <= step.characters
      ? value
      : `${characters.slice(0, step.characters).join('')}…`;
  }
  if (Array.isArray(value)) {
    return value.slice(0, step.entries).map((one): unknown => shortened(one, step));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, step)]));
}
