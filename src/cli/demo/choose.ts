import { muxKinds, type Formation, type MuxKind } from '../../army/formation.ts';
import type { Env } from '../../config/env.ts';
import { insideOf } from '../../config/inside.ts';
import { loadSettings } from '../../config/settings.ts';
import { fits, SMALLEST } from '../../demo/formation.ts';
import { OvldError } from '../../errors.ts';
import type { DemoTexts } from '../../i18n/demo-texts.ts';
import { ancestorNames } from '../../kit/processes.ts';
import { chooseMux } from '../../summon/choose-mux.ts';
import type { Processes } from '../../summon/parts.ts';
import type { DemoFlags } from '../commands/demo.ts';
import { placesOf } from '../orders.ts';

interface Size {
  columns: number;
  rows: number;
}

/** In panes of a multiplexer, or told; and why told, where the person could expect otherwise. */
export type Where = { mux: MuxKind; terminal: Size } | { told: string | undefined };

interface Asking {
  env: Env;
  flags: DemoFlags;
  texts: DemoTexts;
  processes: Pick<Processes, 'installed'>;
  shipped: Pick<Formation, 'mux'>;
  /** The person's, if both its sides are one. */
  terminal: Size | undefined;
}

export async function chooseWhere(asking: Asking): Promise<Where> {
  const { env, flags, texts, processes, shipped, terminal } = asking;
  const { toldBecause } = texts;
  if (flags.json === true || flags.transcript === true) return { told: undefined };
  if (terminal === undefined) return { told: await unseen(asking) };
  if (!fits(terminal, SMALLEST))
    return { told: toldBecause.small(terminal.columns, terminal.rows) };
  const inside = insideOf(env, ancestorNames);
  const wanted = await wantedMux(asking);
  try {
    // In a pane of Zellij another Zellij is one too many (Z24); a tmux is none.
    const other = inside === 'zellij' && (await processes.installed('tmux')) ? 'tmux' : undefined;
    const mux = await chooseMux(processes, {
      wanted: wanted ?? other,
      inside,
      preferred: muxKinds.find((kind) => kind === shipped.mux),
    });
    return mux === 'zellij' && inside === 'zellij'
      ? { told: toldBecause.nested }
      : { mux, terminal };
  } catch (error) {
    if (error instanceof OvldError && error.code === 'mux_none') return { told: toldBecause.noMux };
    throw error;
  }
}

/** Only who asks for panes expects them where there is no terminal. */
async function unseen({ flags, texts, processes }: Asking): Promise<string | undefined> {
  if (flags.mux === undefined) return undefined;
  const { toldBecause } = texts;
  const there = await processes.installed(flags.mux);
  return there ? toldBecause.noTerminal : toldBecause.missing(flags.mux);
}

/**
 * By a flag, a variable or a file, as for `ovld summon`. But a file that is broken, or names what is not
 * installed, is no reason not to play: only who asks for it here and now is told so.
 */
async function wantedMux({ env, flags, processes }: Asking): Promise<MuxKind | undefined> {
  const asked = muxKinds.find((kind) => kind === flags.mux);
  if (asked !== undefined) return asked;
  const settings = await loadSettings({}, env, placesOf(env)).catch(() => undefined);
  const usual = settings?.mux.value;
  return usual !== undefined && (await processes.installed(usual)) ? usual : undefined;
}
