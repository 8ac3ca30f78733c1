import { muxKinds, type Formation, type MuxKind } from '../../army/formation.ts';
import type { Env } from '../../config/env.ts';
import { detectMux } from '../../config/detect-mux.ts';
import { loadSettings } from '../../config/settings.ts';
import { fits, SMALLEST } from '../../demo/formation.ts';
import { OvldError } from '../../errors.ts';
import type { DemoTexts } from '../../i18n/demo.ts';
import { chooseMux } from '../../summon/choose-mux.ts';
import type { Processes } from '../../summon/parts.ts';
import { placesOf } from '../terminal/own-process.ts';

export interface DemoFlags {
  json?: boolean;
  /** Seconds a role thinks. */
  pause?: number;
  formation?: string;
  mux?: string;
  transcript?: boolean;
}

interface Size {
  columns: number;
  rows: number;
}

/** In panes of a multiplexer, or as text; and why as text, where the person could expect otherwise. */
export type Where = { mux: MuxKind; terminal: Size } | { asText: string | undefined };

interface Asking {
  env: Env;
  flags: DemoFlags;
  texts: DemoTexts;
  processes: Pick<Processes, 'isInstalled'>;
  shipped: Pick<Formation, 'mux'>;
  /** The person's, if both its sides are one. */
  terminal: Size | undefined;
}

export async function chooseWhere(asking: Asking): Promise<Where> {
  const { env, flags, texts, processes, shipped, terminal } = asking;
  const { textBecause } = texts;
  if (flags.json === true || flags.transcript === true) return { asText: undefined };
  if (terminal === undefined) return { asText: await explainText(asking) };
  if (!fits(terminal, SMALLEST))
    return { asText: textBecause.small(terminal.columns, terminal.rows) };
  const inside = detectMux(env);
  const wanted = await readWantedMux(asking);
  try {
    // In a pane of Zellij another Zellij is one too many (Z24); a tmux is none.
    const other = inside === 'zellij' && (await processes.isInstalled('tmux')) ? 'tmux' : undefined;
    const mux = await chooseMux(processes, {
      wanted: wanted ?? other,
      inside,
      preferred: muxKinds.find((kind) => kind === shipped.mux),
    });
    return mux === 'zellij' && inside === 'zellij'
      ? { asText: textBecause.nested }
      : { mux, terminal };
  } catch (error) {
    if (error instanceof OvldError && error.code === 'mux_none')
      return { asText: textBecause.noMux };
    throw error;
  }
}

/** Without a terminal only `--mux` asks for panes. */
async function explainText({ flags, texts, processes }: Asking): Promise<string | undefined> {
  if (flags.mux === undefined) return undefined;
  const { textBecause } = texts;
  const there = await processes.isInstalled(flags.mux);
  return there ? textBecause.noTerminal : textBecause.missing(flags.mux);
}

/**
 * By a flag, a variable or a file, as for `ovld summon`. But a file that is broken, or names what is not
 * installed, does not stop the demo: only `--mux` can fail.
 */
async function readWantedMux({ env, flags, processes }: Asking): Promise<MuxKind | undefined> {
  const asked = muxKinds.find((kind) => kind === flags.mux);
  if (asked !== undefined) return asked;
  const settings = await loadSettings({}, env, placesOf(env)).catch(() => undefined);
  const usual = settings?.mux.value;
  return usual !== undefined && (await processes.isInstalled(usual)) ? usual : undefined;
}
