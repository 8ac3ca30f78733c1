import * as z from 'zod/mini';
import { parseYaml } from '../../config/parse-yaml.ts';
import { OvldError, type Reason } from '../../errors.ts';
import { describeFaults } from '../../mcp/faults.ts';
import type { OpenDesk } from '../terminal/desk.ts';
import { errnoOf, messageOf } from '../../kit/errno.ts';

interface Given {
  /** What was not given is undefined. */
  flags: Readonly<Record<string, unknown>>;
  /** What holds where neither says anything. */
  usual?: Readonly<Record<string, unknown>>;
  /** What the command's own words say, whatever the input says. */
  fixed?: Readonly<Record<string, unknown>>;
}

const usage = (message: string, cause?: unknown): OvldError =>
  new OvldError('usage', { message }, { cause });

/** An order from flags, or whole from the document that `--input` names; what is wrong with it is said as by the tools. */
export async function readOrder<S extends z.ZodMiniType>(
  desk: OpenDesk,
  schema: S,
  { flags, usual = {}, fixed = {} }: Given,
): Promise<z.infer<S>> {
  const said = withoutUndefined(flags);
  const given = desk.input === undefined ? said : await readDocument(desk, desk.input, said);
  const order = { ...usual, ...given, ...fixed };
  const parsed = schema.safeParse(order);
  if (parsed.success) return parsed.data;
  throw usage(describeFaults(parsed.error, order, desk.texts.faults).join('; '), parsed.error);
}

async function readDocument(
  { texts: { cli }, read }: OpenDesk,
  path: string,
  said: object,
): Promise<Record<string, unknown>> {
  const names = Object.keys(said);
  const name = path === '-' ? 'stdin' : path;
  if (names.length > 0) throw usage(cli.inputAndFlags(names));
  const text = await read(path).catch((error: unknown) => {
    throw usage(cli.unreadableInput(name, describeUnread(error)), error);
  });
  const found = parseYaml(text, z.record(z.string(), z.unknown()));
  if ('value' in found) return found.value;
  const { line, reason } = found.fault;
  const at = line === undefined ? name : `${name}:${line}`;
  throw usage(cli.unreadableInput(at, reason));
}

function describeUnread(error: unknown): Reason {
  const errno = errnoOf(error);
  if (errno === 'ENOENT') return { code: 'file_missing' };
  if (errno === 'EISDIR') return { code: 'not_a_file' };
  return errno === undefined ? messageOf(error) : { code: 'not_readable', errno };
}

export const withoutUndefined = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
