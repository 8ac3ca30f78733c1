import overlordDocument from '../../formations/overlord.json' with { type: 'json' };
import { formationSchema, type Formation } from './formation.ts';

/** The formation that ships with ovld; a `formation.json` in the relay directory wins over it. */
export const overlordFormation: Formation = formationSchema.parse(overlordDocument);
