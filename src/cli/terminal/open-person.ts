import { openPerson } from '../../compose/person.ts';
import type { Person } from '../../relay/person.ts';
import { readStanding, type Standing } from '../../summon/standing.ts';
import type { chooseArmy } from './choose-army.ts';

interface OwnPerson {
  person: Person;
  army: string;
  /** Asks the multiplexer, which takes its time; undefined where it does not say. */
  standing: () => Promise<Standing | undefined>;
}

/** Opens the inbox and the post of the person in an army. */
export async function openOwnPerson({
  parts,
  record,
}: Awaited<ReturnType<typeof chooseArmy>>): Promise<OwnPerson> {
  const look = async (): Promise<Standing | undefined> => {
    const formation = await (await parts.openStore(record.relayDir)).readFormation();
    if (formation === undefined) return undefined;
    const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
    return readStanding(parts, { mux, record, formation });
  };
  return {
    person: await openPerson(parts, record),
    army: record.session,
    standing: () => look().catch(() => undefined),
  };
}
