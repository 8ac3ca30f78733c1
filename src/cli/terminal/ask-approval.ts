import { openApprovals, type Approvable } from '../../config/approvals.ts';
import { userDirs, type Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import type { Language } from '../../i18n/texts.ts';
import { approvalLine, approveTexts, describeChosen } from '../output/chosen-lines.ts';
import { print } from '../output/print.ts';
import { ask, ownTerminal } from './terminal.ts';

interface Asking {
  env: Env;
  language: Language;
  /** False where an answer could not be heard, or only JSON may be printed. */
  canAsk: boolean;
}

/**
 * Returns when the person has approved what a project's formation has executed, now or before; throws where they
 * have not. Nothing may have been started or written by then.
 */
export async function requireApproval(
  wanted: Approvable | undefined,
  { env, language, canAsk }: Asking,
): Promise<void> {
  if (wanted === undefined || (await isApproved(env, wanted))) return;
  const { folder, formation } = wanted;
  const refusal = new OvldError('unapproved', { formation, folder, approve: approvalLine(wanted) });
  if (!canAsk || ownTerminal() === undefined) throw refusal;
  for (const line of describeChosen(wanted, language)) print(line);
  if (!(await isAgreed(language))) throw refusal;
  await openApprovals(userDirs(env).approvals()).approve(wanted);
}

export const isApproved = (env: Env, wanted: Approvable): Promise<boolean> =>
  openApprovals(userDirs(env).approvals()).isApproved(wanted);

/** No, unless it is Yes. */
export const isAgreed = async (language: Language): Promise<boolean> =>
  /^(?:y|yes|はい)$/i.test(await ask(approveTexts[language].question));
