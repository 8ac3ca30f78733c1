import * as z from 'zod';

/** The only shape of a name that ever reaches a path or a command. */
const NAME = /^[a-z][a-z0-9_-]{0,31}$/;

export const roleSchema = z.string().regex(NAME);
export const sessionSchema = z.string().regex(NAME);

export type Role = string;
