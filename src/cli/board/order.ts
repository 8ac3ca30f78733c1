import * as z from 'zod/mini';
import { parseYaml } from '../../config/parse-yaml.ts';
import { OvldError } from '../../errors.ts';
import { faultsIn } from '../../mcp/faults.ts';
import type { Desk } from './desk.ts';

interface Given {
  input?: string;
  /** The same by flags; what was not given is undefined. */
  flags: Readonly<Record<string, unknown>>;
  /** What holds where neither says anything. */
  usual?: Readonly<Record<string, unknown>>;
  /** What the command's own words say, whatever the input says. */
  fixed?: Readonly<Record<string, unknown>>;
}

const usage = (message: string, cause?: unknown): OvldError =>
  new OvldError('usage', { message }, { cause });

/** An order from flags, or whole from a document; what is wrong with it is said as by the tools. */
export async function orderFrom<S extends z.ZodMiniType>(
  desk: Desk,
  schema: S,
  { input, flags, usual = {}, fixed = {} }: Given,
): Promise<z.infer<S>> {
  const said = withoutUndefined(flags);
  const given = input === undefined ? said : await document(desk, input, said);
  const order = { ...usual, ...given, ...fixed };
  const parsed = schema.safeParse(order);
  if (parsed.success) return parsed.data;
  throw usage(faultsIn(parsed.error, order, desk.texts.faults).join('; '), parsed.error);
}

async function document(desk: Desk, path: string, said: object): Promise<Record<string, unknown>> {
  const { cli } = desk.texts;
  const names = Object.keys(said);
  const name = path === '-' ? 'stdin' : path;
  if (names.length > 0) throw usage(cli.inputAndFlags(names));
  const text = await desk.read(path).catch((error: unknown) => {
    throw usage(cli.unreadableInput(name, messageOf(error)), error);
  });
  const found = parseYaml(text, z.record(z.string(), z.unknown()));
  if ('value' in found) return found.value;
  const { line, reason } = found.fault;
  throw usage(cli.unreadableInput(line === undefined ? name : `${name}:${line}`, reason));
}

export const withoutUndefined = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
