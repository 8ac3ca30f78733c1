import { parser as en } from './en/parser.ts';
import { parser as ja } from './ja/parser.ts';

export type ParserTexts = typeof en;

export const parserTexts = { en, ja };
