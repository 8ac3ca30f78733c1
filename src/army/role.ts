import { en } from 'zod/locales';
import * as z from 'zod/mini';

// zod would compile a parser with `new Function` for every schema it first uses: at a relay's start
// that costs more than it ever gives back.
// Neither would it say what is wrong: `zod/mini` speaks no language until it is told one.
z.config({ ...en(), jitless: true });

/** The only shape of a name that ever reaches a path or a command. */
const NAME = /^[a-z][a-z0-9_-]{0,31}$/;

export const roleSchema = z.string().check(z.regex(NAME));
export const sessionSchema = z.string().check(z.regex(NAME));

export type Role = string;
