import { army as en } from './en/army.ts';
import { army as ja } from './ja/army.ts';

export const armyTexts = { en, ja };
