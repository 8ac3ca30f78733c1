import type { Check } from '../check.ts';
import { finding } from '../finding.ts';

/** The project's mailbox and board. The text of a person's YAML is theirs: it is named, never changed. */
export const queue: Check = {
  name: 'queue',
  async look(parts) {
    const { broken, quarantined, links, intent, unsent } = await parts.queue();
    const [path, ...more] = links;
    const found = [
      ...broken.map((fault) =>
        finding('inbox_broken', 'fault', { path: fault.path, reason: fault.reason }),
      ),
      path !== undefined && finding('relay_link', 'fault', { path, more: more.length }),
      quarantined.count > 0 && finding('quarantined', 'warning', quarantined),
      intent !== undefined && finding('intent_left', 'warning', { path: intent }),
      unsent !== undefined && finding('unsent_left', 'warning', { path: unsent }),
    ];
    return found.filter((one) => one !== false);
  },
};
