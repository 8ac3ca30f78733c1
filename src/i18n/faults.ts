import { argumentFaults as en } from './en/faults.ts';
import { argumentFaults as ja } from './ja/faults.ts';

export type ArgumentFaults = typeof en;

export const argumentFaults = { en, ja };
