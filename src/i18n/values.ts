import { values as en } from './en/values.ts';
import { values as ja } from './ja/values.ts';

export const valueTexts = { en, ja };
