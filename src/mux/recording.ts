import { join } from 'node:path';
import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import { nodeDisk } from '../kit/disk.ts';
import { isErrno } from '../kit/errno.ts';
import type { Panes, Screen } from './mux.ts';

const eventSchema = () =>
  z.union([
    z.object({ paste: z.string() }),
    z.object({ press: z.enum(['Enter', 'Escape']) }),
    /** What a person or the program does to the pane. */
    z.object({
      set: z.object({
        draft: z.optional(z.string()),
        dialog: z.optional(z.boolean()),
        /** How long a turn has been running; empty when it is over. */
        busy: z.optional(z.string()),
        copyMode: z.optional(z.boolean()),
        dead: z.optional(z.boolean()),
      }),
    }),
  ]);

export type PaneEvent = z.infer<ReturnType<typeof eventSchema>>;

type PaneState = ReturnType<typeof replay>;

const PANE_FILE = /^([a-z][a-z0-9_-]{0,31})\.jsonl$/;
const MEGABYTES_64 = 64 * 1024 * 1024;

/**
 * Panes as files: everything typed is appended to `{dir}/{role}.jsonl`, and the screen is what that
 * record leaves standing. It answers like a terminal with an agent in it: copy mode swallows keys,
 * a dialog drops text and takes Enter for yes. For tests, and for armies that need no terminal.
 */
export function openRecordingMux(dir: string): Panes {
  const fileOf = (pane: string): string => join(dir, `${roleSchema.parse(pane)}.jsonl`);
  const record = (pane: string, event: PaneEvent): Promise<void> =>
    nodeDisk.append(fileOf(pane), `\n${JSON.stringify(event)}`);

  async function stateOf(pane: string): Promise<PaneState | undefined> {
    try {
      return replay(parsePane(await nodeDisk.read(fileOf(pane), MEGABYTES_64)));
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  return {
    kind: 'recording',
    async panes() {
      const names = await nodeDisk.names(dir).catch(() => []);
      const ids = names.flatMap((name) => PANE_FILE.exec(name)?.[1] ?? []);
      return Promise.all(
        ids.map(async (id) => ({ id, title: id, role: id, alive: !(await stateOf(id))?.dead })),
      );
    },
    async screen(pane) {
      const state = await stateOf(pane);
      return state && draw(state);
    },
    paste: (pane, text) => record(pane, { paste: text }),
    async press(pane, key, sure = () => true, due) {
      await due;
      const seen = await this.screen(pane);
      if (seen === undefined || !sure(seen)) return false;
      await record(pane, { press: key });
      return true;
    },
    thaw: (pane) => record(pane, { set: { copyMode: false } }),
  };
}

/** The events of a pane's record; a torn line is skipped. */
export function parsePane(text: string): PaneEvent[] {
  const schema = eventSchema();
  return text.split('\n').flatMap((line) => {
    try {
      const event = schema.safeParse(JSON.parse(line));
      return event.success ? [event.data] : [];
    } catch {
      return [];
    }
  });
}

export function replay(events: readonly PaneEvent[]) {
  const state = {
    text: '',
    dialog: false,
    busy: '',
    copyMode: false,
    dead: false,
    /** How often Enter answered a dialog: the damage a careless nudge does. */
    approved: 0,
    /** How often Escape did. */
    denied: 0,
  };
  for (const event of events) {
    if ('set' in event) {
      if (event.set.draft !== undefined) state.text = event.set.draft;
      state.dialog = event.set.dialog ?? state.dialog;
      state.busy = event.set.busy ?? state.busy;
      state.copyMode = event.set.copyMode ?? state.copyMode;
      state.dead = event.set.dead ?? state.dead;
      continue;
    }
    if (state.dead || state.copyMode) continue;
    if ('paste' in event) {
      if (!state.dialog) state.text += event.paste;
    } else if (state.dialog) {
      state.dialog = false;
      if (event.press === 'Enter') state.approved += 1;
      else state.denied += 1;
    } else if (event.press === 'Enter') {
      state.text = '';
    } else {
      state.busy = '';
    }
  }
  return state;
}

function draw({ text, dialog, busy, copyMode }: PaneState): Screen {
  const rule = '─'.repeat(40);
  const lines = dialog
    ? ['Do you want to proceed?', '❯ 1. Yes', '  2. No']
    : [rule, `❯\u00a0${text}`, rule];
  const turn = busy === '' ? [] : [`✻ Working… (${busy} · esc to interrupt)`];
  return { lines: [...turn, ...lines], copyMode };
}
