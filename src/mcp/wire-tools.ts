import * as z from 'zod/mini';
import type { Tool } from './tool.ts';

export interface WireTool extends Record<string, unknown> {
  name: string;
  description: string;
  annotations: Tool['annotations'];
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

interface JsonSchema extends Record<string, unknown> {
  type: 'object';
  properties?: Record<string, unknown>;
  required?: string[];
}

/** The tools as they go over the wire: their schemas are derived from what parses the arguments. */
export const wireTools = (tools: readonly Tool[]): WireTool[] =>
  tools.map(({ name, description, annotations, input, output }) => ({
    name,
    description,
    annotations,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: eitherWay(schemaOf(output, 'output')),
  }));

/**
 * Clients hold an error's data against the same schema, some of them even where `isError` says what
 * it is: nothing in it may be required, or they would hide our words behind their own.
 */
function eitherWay(schema: JsonSchema): JsonSchema {
  const { required: _, ...open } = schema;
  return open;
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override: lean });
  return { ...json, type: 'object' };
}

/** Beyond it a limit says "as long as you like" to a model; who passes it is told so. */
const LONG_CHARACTERS = 500;

/** Every word of a schema is paid for on every turn: what says nothing to a model goes. */
function lean({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  delete jsonSchema['additionalProperties'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minLength'] === 1) delete jsonSchema['minLength'];
  if (Number(jsonSchema['maxLength']) > LONG_CHARACTERS) delete jsonSchema['maxLength'];
  delete jsonSchema['maxItems'];
  delete jsonSchema['pattern'];
  const { default: usual } = jsonSchema;
  if (usual === false || (Array.isArray(usual) && usual.length === 0)) delete jsonSchema['default'];
}
