import { startingEnv, type Env } from '../../config/env.ts';
import { detectMux } from '../../config/detect-mux.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { settleSession } from '../../summon/dismiss.ts';
import type { OpenArmy } from '../../summon/open-army.ts';
import type { ArmyParts } from '../../summon/parts.ts';
import { lendTerminal, type TerminalCommand } from './terminal.ts';

type Army = Pick<OpenArmy, 'record' | 'formation' | 'mux' | 'store'>;

export interface Visitor {
  parts: ArmyParts;
  env: Env;
  language: Language;
}

/**
 * Gives the person's terminal to the army's session, by `command` or by the multiplexer's own way to
 * attach. When it comes back the person has detached, or the army is over and is cleared away.
 */
export async function enterSession(
  { parts, env, language }: Visitor,
  army: Army,
  command?: TerminalCommand,
  /** Called as soon as the terminal is back, before anything is cleared away. */
  back: () => void = () => undefined,
): Promise<string> {
  const { mux, record } = army;
  const texts = armyTexts[language];
  const inside = detectMux(env);
  const program = command ?? mux.attach(inside);
  await lendTerminal(program, startingEnv(env), { raw: true }).finally(back);
  // Switched inside the multiplexer the person is in: the command is back, the person is not.
  if (command === undefined && inside === mux.kind) return texts.switched(record.session);
  const how = await settleSession(parts, army);
  return how === 'detached' ? texts.detached(record.session) : texts.ended(record.session);
}
