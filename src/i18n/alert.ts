import { alert as en } from './en/alert.ts';
import { alert as ja } from './ja/alert.ts';

export const alertTexts = { en, ja };
