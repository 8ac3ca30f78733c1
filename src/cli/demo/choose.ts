import { muxKinds, type Formation, type MuxKind } from '../../army/formation.ts';
import { insideOf, type Env } from '../../config/env.ts';
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
  if (flags.json === true || flags.transcript === true || terminal === undefined) {
    return { told: undefined };
  }
  if (!fits(terminal, SMALLEST))
    return { told: toldBecause.small(terminal.columns, terminal.rows) };
  const inside = insideOf(env, ancestorNames);
  const wanted = await wantedMux(env, flags);
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

/** By a flag, a variable or a file, as for `ovld summon`; a file that is broken is not the demo's concern. */
async function wantedMux(env: Env, { mux }: DemoFlags): Promise<MuxKind | undefined> {
  if (mux !== undefined) return muxKinds.find((kind) => kind === mux);
  return loadSettings({}, env, placesOf(env)).then(
    (settings) => settings.mux.value,
    () => undefined,
  );
}
