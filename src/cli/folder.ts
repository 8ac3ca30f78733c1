import { realpathSync } from 'node:fs';

/** The folder an army is summoned in and looked for: links resolved, so that it has one name. */
export const ownFolder = (): string => realpathSync(process.cwd());
