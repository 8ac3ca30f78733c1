import * as z from 'zod/mini';
import { WATCHING, type Pane, type SessionState } from '../mux.ts';

const paneSchema = z.lazy(() =>
  z.object({
    id: z.int(),
    is_plugin: z.boolean(),
    is_suppressed: z.boolean(),
    is_floating: z.boolean(),
    is_held: z.boolean(),
    exited: z.boolean(),
    title: z.string(),
    pane_x: z.number(),
    pane_y: z.number(),
    pane_columns: z.number(),
    pane_rows: z.number(),
    tab_id: z.optional(z.int()),
    tab_position: z.number(),
    tab_name: z.string(),
    pane_command: z.optional(z.string()),
  }),
);

export type Listed = z.infer<typeof paneSchema>;

/** The terminals of `list-panes --json --all`: ids of plugins are another count (Z12). */
export function parsePanes(json: string): Listed[] {
  return z
    .array(paneSchema)
    .parse(JSON.parse(json))
    .filter((listed) => !listed.is_plugin && !isForWatching(listed))
    .sort((a, b) => a.tab_position - b.tab_position || a.pane_y - b.pane_y || a.pane_x - b.pane_x);
}

/** Whether a program in one of the panes was started with a file of that directory; an answer that is none has none. */
export function runsWith(json: string, dir: string): boolean {
  try {
    return parsePanes(json).some(({ pane_command: command }) => command?.includes(`${dir}/`));
  } catch {
    return false;
  }
}

/** By what runs in it: people rename panes. Where nothing does, its name is all there is. */
const isForWatching = ({ pane_command: command, title }: Listed): boolean =>
  command === undefined ? title === WATCHING : / dashboard --session [a-z0-9_-]+$/.test(command);

export const toPane = (listed: Listed): Pane => ({
  id: `terminal_${listed.id}`,
  title: listed.title,
  tab: listed.tab_name,
  // One that ended in its session's first instant is marked neither; it only runs nothing (Z7).
  alive: !listed.exited && !listed.is_held && listed.pane_command !== undefined,
  hidden: listed.is_suppressed,
  box: {
    x: listed.pane_x,
    y: listed.pane_y,
    columns: listed.pane_columns,
    rows: listed.pane_rows,
  },
});

/** Runs nothing and is not marked as ended: a pane also looks so while Zellij is busy. */
export const isDoubtful = (listed: Listed): boolean =>
  !listed.exited && !listed.is_held && listed.pane_command === undefined;

const SESSION_LINE = /^(?<name>.+) \[Created .* ago\] ?(?<mark>\(.*\))?\s*$/;

/** What `list-sessions --no-formatting` says of one session; whole names only. */
export function parseState(text: string, session: string): SessionState {
  for (const line of text.split('\n')) {
    const { name, mark } = SESSION_LINE.exec(line)?.groups ?? {};
    if (name === session) return mark?.startsWith('(EXITED') ? 'exited' : 'live';
  }
  return 'none';
}

/** Which pane each client shows, by `list-clients`; empty where no terminal is attached. */
export const parseClients = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, client, pane] = /^(\d+)\s+(\S+)/.exec(line) ?? [];
      return client && pane ? [[client, pane]] : [];
    }),
  );

export function parseVersion(text: string): [number, number, number] | undefined {
  const found = /^zellij (\d+)\.(\d+)\.(\d+)/.exec(text.trim());
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
}

/** Lines as they look, and the same with their colours; Zellij's own joins wrapped rows (Z13). */
export function parseDump(text: string): { lines: string[]; styled: string[] } {
  const styled = text.replace(/\n$/, '').split('\n');
  return { styled, lines: styled.map((line) => line.replaceAll(/\u001b\[[0-9;:]*m/g, '')) };
}
