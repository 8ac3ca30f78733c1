import { demo as en } from './en/demo.ts';
import { demo as ja } from './ja/demo.ts';

export type DemoTexts = typeof en;

export type DemoLetter = DemoTexts['letters']['request'];
export type DemoProgram = keyof DemoTexts['more']['gives'];

export const demoTexts = { en, ja };
