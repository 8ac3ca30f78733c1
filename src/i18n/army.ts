import { enArmy } from './army-en.ts';
import { jaArmy } from './army-ja.ts';
import type { ArmyTexts, Language } from './texts.ts';

export const armyTexts: Record<Language, ArmyTexts> = { en: enArmy, ja: jaArmy };
