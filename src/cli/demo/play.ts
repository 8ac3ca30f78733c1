import type { Formation } from '../../army/formation.ts';
import { findFormation } from '../../config/formations.ts';
import { bastionPlay, overlordPlay, type Play } from '../../demo/plays.ts';
import type { DemoTexts } from '../../i18n/demo-texts.ts';

/** As it ships: a person's own formation of that name has other roles. `empty`: a folder without any. */
export const shippedFormation = async (name: string, empty: string): Promise<Formation> =>
  (await findFormation(name, { folder: empty, user: undefined })).formation;

export const playOf = (texts: DemoTexts, formation: Formation, thoughtMs: number): Play =>
  formation.name === 'bastion'
    ? bastionPlay(texts, formation, thoughtMs)
    : overlordPlay(texts, thoughtMs);
