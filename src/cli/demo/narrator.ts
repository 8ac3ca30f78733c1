import { rolesOf, type Formation } from '../../army/formation.ts';
import { findFormation } from '../../config/formations.ts';
import { narrate, type Narrating, type tellJournal } from '../../demo/narration.ts';
import { storyOf } from '../../demo/stories.ts';
import { demoTexts } from '../../i18n/demo.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Paint } from '../../kit/paint.ts';
import { findActiveRelay } from '../../relay/presence.ts';
import { logLines } from '../output/log-lines.ts';

/** A formation as it ships: a person's own of that name has other roles. */
export const shippedFormation = async (name: string, emptyFolder: string): Promise<Formation> =>
  (await findFormation(name, { folder: emptyFolder, user: undefined })).formation;

interface Telling {
  formation: Formation;
  language: Language;
  store: Parameters<typeof tellJournal>[0]['store'];
  write: (line: string) => void;
  paint: Paint;
  beganMs: number;
}

/** The log of the demo: the journal of its army, told line by line. */
export function openNarration({
  formation,
  language,
  store,
  paint,
  ...telling
}: Telling): Narrating {
  const texts = demoTexts[language];
  const roles = rolesOf(formation);
  return narrate({
    ...telling,
    paint,
    texts,
    roles,
    story: storyOf(texts, formation, 0),
    logLine: logLines(language, roles, paint),
    readLetter: (to, id) => store.mail.findMessage(to, id),
    findRelay: async (role) => (await findActiveRelay(store, role))?.relay.pid,
  });
}
