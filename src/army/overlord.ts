import document from '../../formations/overlord.json' with { type: 'json' };
import type { Formation } from './formation.ts';

/**
 * The formation that ships with ovld; a `formation.json` in the relay directory wins over it. That it
 * is a valid one is checked by a test, not at every start.
 */
export const overlordFormation = document as Formation;
