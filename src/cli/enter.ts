import { startingEnv, type Env } from '../config/env.ts';
import { insideOf } from '../config/inside.ts';
import type { ArmyTexts } from '../i18n/texts.ts';
import { ancestorNames } from '../kit/processes.ts';
import { afterwards } from '../summon/dismiss.ts';
import type { OpenArmy } from '../summon/open-army.ts';
import type { ArmyParts } from '../summon/parts.ts';
import type { Muster } from '../summon/summon.ts';
import { lendTerminal } from './terminal.ts';

type Army = Pick<OpenArmy, 'record' | 'formation' | 'mux' | 'store'>;
type TerminalCommand = NonNullable<Muster['plan']['terminal']>;

export interface Visitor {
  parts: ArmyParts;
  env: Env;
  texts: ArmyTexts;
}

/**
 * Gives the person's terminal to the army's session, by `command` or by the multiplexer's own way to
 * attach. When it comes back the person has detached, or the army is over and is cleared away.
 */
export async function enter(
  { parts, env, texts }: Visitor,
  army: Army,
  command?: TerminalCommand,
  /** Called as soon as the terminal is back, before anything is cleared away. */
  back: () => void = () => undefined,
): Promise<string> {
  const { mux, record } = army;
  const inside = insideOf(env, ancestorNames);
  const { program, args, env: own } = command ?? mux.attach(inside);
  const words = args.filter((word) => typeof word === 'string');
  await lendTerminal({ program, args: words, ...(own && { env: own }) }, startingEnv(env)).finally(
    back,
  );
  // Switched inside the multiplexer the person is in: the command is back, the person is not.
  if (command === undefined && inside === mux.kind) return texts.switched(record.session);
  const how = await afterwards(parts, army);
  return how === 'detached' ? texts.detached(record.session) : texts.ended(record.session);
}
