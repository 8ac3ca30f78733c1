import { hasBoard, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Env } from './env.ts';
import { findFormation } from './formations.ts';
import type { Places } from './places.ts';
import { loadSettings } from './settings.ts';

/** Used where no formation is named and the configured one has no board. */
const USUAL = 'bastion';

/** The formation of a project without an army, as a summons with the same configuration would have it. */
export async function readBoardFormation(
  name: string | undefined,
  env: Env,
  places: Places,
): Promise<Formation> {
  const settings = await loadSettings({ formation: name }, env, places);
  const { specialists, toolsets, store, language } = settings;
  async function read(wanted: string): Promise<Formation> {
    const { formation } = await findFormation(wanted, places, specialists.value);
    return {
      ...formation,
      language: language.value,
      store: store.value ?? formation.store,
      toolsets: [...(toolsets.value ?? formation.toolsets)],
    };
  }
  const { value, from } = settings.formation;
  const named = await read(value);
  const formation = from === 'default' && !hasBoard(named) ? await read(USUAL) : named;
  if (!hasBoard(formation)) throw new OvldError('board_off', { session: formation.name });
  return formation;
}
