import fs from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ProgramSeen } from '../doctor/parts.ts';
import { exec } from '../kit/exec.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** True for a program on the PATH, or a path that can be run. */
export function isInstalled(env: Variables, program: string): boolean {
  const dirs = (env['PATH'] ?? '').split(':').filter((dir) => dir !== '');
  return isAbsolute(program)
    ? isExecutable(program)
    : dirs.some((dir) => isExecutable(join(dir, program)));
}

function isExecutable(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}

/** How one program is asked for its version. */
export interface VersionQuestion {
  args: readonly string[];
  timeoutMs: number;
  /** With `needs`: too old. Undefined where nothing printed is a version. */
  read: (printed: string) => { version: string; needs?: string; byPane?: boolean } | undefined;
}

/** Asks each program for its version, once. */
export function openVersions(
  env: Variables,
  questions: ReadonlyMap<string, VersionQuestion>,
): (program: string) => Promise<ProgramSeen> {
  const answers = new Map<string, Promise<ProgramSeen>>();
  async function ask(program: string): Promise<ProgramSeen> {
    const question = questions.get(program);
    if (question === undefined || !isInstalled(env, program)) return { state: 'missing' };
    const { args, timeoutMs, read } = question;
    const { code, stdout, missing, timedOut } = await exec({ program, args, env }, { timeoutMs });
    if (missing) return { state: 'missing' };
    if (timedOut) return { state: 'late', ms: timeoutMs };
    const found = code === 0 ? read(stdout) : undefined;
    if (found === undefined) return { state: 'unread' };
    const { needs, ...fine } = found;
    return needs === undefined
      ? { state: 'fine', ...fine }
      : { state: 'old', version: fine.version, needs };
  }
  return (program) => {
    const answer = answers.get(program) ?? ask(program);
    answers.set(program, answer);
    return answer;
  };
}
