import * as z from 'zod/mini';

/** Where an agent takes prompts and calls from other programs of the same user. */
export const endpointSchema = z.object({
  /** The path of a Unix socket, or a port of 127.0.0.1. */
  at: z.union([
    z.string().check(z.startsWith('/'), z.maxLength(4096)),
    z.int().check(z.minimum(1), z.maximum(65_535)),
  ]),
  secret: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
});

export type Endpoint = z.infer<typeof endpointSchema>;
