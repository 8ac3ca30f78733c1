import * as z from 'zod/mini';
import { addReason } from './issue-reason.ts';

/** The group of `ready` that holds what stands in the composer. */
export const TEXT_GROUP = 'text';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** One folder at most, and nothing that leads out of it. */
const FILE = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}$)[\w.-]+)?$/;

const oneLine = z
  .string()
  .check(z.minLength(1), z.maxLength(4096), z.regex(/^[^\u0000-\u001f\u007f-\u009f]*$/));

/** A word of a command line: it ends at the first NUL, and what follows would be lost without a word. */
const argument = z.string().check(z.maxLength(4096), z.regex(/^[^\0]*$/));

/** Ours say which seat an agent has; a launch script exports a name as it stands. */
const isVariable = (name: string): boolean => VARIABLE.test(name) && !name.startsWith('OVLD_');

const variableName = z.string().check(
  z.superRefine((name, context) => {
    if (!isVariable(name)) addReason(context, [], { code: 'variable_name', name });
  }),
);

const variables = z.record(z.string(), argument).check(
  z.superRefine((given, context) => {
    for (const name of Object.keys(given)) {
      if (!isVariable(name)) addReason(context, [name], { code: 'variable_name', name });
    }
  }),
);

/** A name on the PATH, or an absolute path: nothing that depends on the folder an army is summoned in. */
const program = oneLine.check(
  z.superRefine((name, context) => {
    const isName = !name.includes('/') && !name.startsWith('-');
    if (!isName && !name.startsWith('/')) {
      addReason(context, [], { code: 'program_relative', program: name });
    }
  }),
);

const pattern = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.superRefine((text, context) => {
    const compiled = compile(text);
    if (typeof compiled === 'string') {
      addReason(context, [], { code: 'pattern_invalid', said: compiled });
    } else if (repeatsWithoutEnd(text)) addReason(context, [], { code: 'pattern_repeats' });
  }),
);

/** Where an empty row fits, every screen would be ready; without its group a draft would not be seen. */
const readyPattern = pattern.check(
  z.superRefine((text, context) => {
    const compiled = compile(`${text}|`);
    if (typeof compiled === 'string') return;
    if (!(TEXT_GROUP in (compiled.exec('')?.groups ?? {}))) {
      addReason(context, [], { code: 'pattern_without_text' });
    } else if (['', ' '].some((row) => compilePattern(text).test(row))) {
      addReason(context, [], { code: 'pattern_fits_empty' });
    }
  }),
);

/** An expression of a description; where its groups stand is known of what fits. */
export const compilePattern = (text: string): RegExp => new RegExp(text, 'du');

/** Or what is wrong with it. */
function compile(text: string): RegExp | string {
  try {
    return compilePattern(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether a group is repeated that itself holds a repetition or alternatives, as in `(a+)+`: on some rows that takes
 * a time which doubles with every letter, and a model may write such a row.
 */
export function repeatsWithoutEnd(text: string): boolean {
  /** Of each open group, whether it could be read in several ways. */
  const open = [false];
  const marks = text.replaceAll(
    /\\(?:[pPkux]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:<[^>=!]*>|<?[=!:])?/gu,
    (part) => (part.startsWith('(') ? '(' : '.'),
  );
  for (const [i, mark] of [...marks].entries()) {
    if (mark === '(') open.push(false);
    else if (mark === ')') {
      const isManifold = open.pop() ?? false;
      const isRepeated = /^[*+{]/.test(marks.slice(i + 1));
      if (isManifold && isRepeated) return true;
      open[open.length - 1] ||= isManifold || isRepeated;
    } else if (/[*+{|?]/.test(mark)) open[open.length - 1] = true;
  }
  return false;
}

/** How a program is told of its relay: by a flag, by a variable, or by a file in a folder that a variable names. */
const mcpSchema = z
  .strictObject({
    flag: z.optional(oneLine),
    env: z.optional(variableName),
    file: z.optional(z.string().check(z.maxLength(100), z.regex(FILE))),
    folder: z.optional(variableName),
  })
  .check(
    z.superRefine(({ flag, env, file, folder }, context) => {
      const isPair = (file === undefined) === (folder === undefined);
      const ways = [flag, env, file].filter((way) => way !== undefined);
      if (!isPair || ways.length !== 1) addReason(context, [], { code: 'mcp_ways' });
    }),
  );

/** An agent of which ovld knows only what a formation says: it is started, read and typed to by this alone. */
export const customAgentSchema = z.strictObject({
  program,
  args: z._default(z.array(argument).check(z.maxLength(100)), []),
  env: z.optional(variables),
  mcp: mcpSchema,
  /** The last row of the screen that fits is the composer; the group `text` is what stands in it. */
  ready: readyPattern,
  /** A row that is there only while a turn runs. */
  busy: z.optional(pattern),
  /** A row that is there only while a person is asked. */
  dialog: z.optional(pattern),
  /** The key that ends a running turn. */
  interrupt: z.optional(z.literal('Escape')),
  /** Typed to get its relay back. */
  reconnect: z.optional(oneLine),
});

export type CustomAgent = z.infer<typeof customAgentSchema>;

/** The program's name, without the folders it lies in. */
export const programName = ({ program: path }: Pick<CustomAgent, 'program'>): string =>
  path.slice(path.lastIndexOf('/') + 1);
