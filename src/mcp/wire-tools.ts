import * as z from 'zod/mini';
import type { Tool } from './tool.ts';

interface JsonSchema extends Record<string, unknown> {
  type: 'object';
  properties?: Record<string, unknown>;
  required?: string[];
}

/** The tools as they go over the wire: their schemas are derived from what parses the arguments. */
export const wireTools = (tools: readonly Tool[], textOnly = false) =>
  tools.map(({ name, description, annotations, input, output }) => ({
    name,
    description,
    annotations,
    inputSchema: toJsonSchema(input, 'input'),
    // What is promised here must be sent.
    ...(!textOnly && { outputSchema: toJsonSchema(output, 'output') }),
  }));

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const override = io === 'input' ? trimSchema : trimResult;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override });
  return { ...json, type: 'object' };
}

/** A longer limit is left out: a model that exceeds it gets an error. */
const LONG_CHARACTERS = 500;

interface Overridden {
  jsonSchema: Record<string, unknown>;
}

/**
 * Some clients check the data of an error against the schema of the result, `isError` or not: nothing in it may
 * be required or closed, or they would show their own error instead of ours.
 */
function trimResult(overridden: Overridden): void {
  delete overridden.jsonSchema['required'];
  delete overridden.jsonSchema['additionalProperties'];
  trimSchema(overridden);
}

/** Every word of a schema costs tokens on every turn: what tells a model nothing is left out. */
function trimSchema({ jsonSchema }: Overridden): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minLength'] === 1) delete jsonSchema['minLength'];
  if (Number(jsonSchema['maxLength']) > LONG_CHARACTERS) delete jsonSchema['maxLength'];
  delete jsonSchema['maxItems'];
  delete jsonSchema['pattern'];
  const { default: usual } = jsonSchema;
  const isEmpty = usual === false || usual === '' || usual === 'normal';
  if (isEmpty || (Array.isArray(usual) && usual.length === 0)) delete jsonSchema['default'];
}
