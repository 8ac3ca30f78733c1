import type { Check } from '../check.ts';
import type { Finding } from '../finding.ts';

/** The project's mailbox and board. The text of a person's YAML is theirs: it is named, never changed. */
export const queue: Check = {
  name: 'queue',
  async look(parts) {
    const { broken, quarantined, links, intent, unsent } = await parts.queue();
    const [path, ...more] = links;
    const found: (Finding | false)[] = [
      ...broken.map(({ path: file, reason }): Finding => {
        return { code: 'inbox_broken', severity: 'fault', data: { path: file, reason } };
      }),
      path !== undefined && {
        code: 'relay_link',
        severity: 'fault',
        data: { path, more: more.length },
      },
      quarantined.count > 0 && { code: 'quarantined', severity: 'warning', data: quarantined },
      intent !== undefined && { code: 'intent_left', severity: 'warning', data: { path: intent } },
      unsent !== undefined && { code: 'unsent_left', severity: 'warning', data: { path: unsent } },
    ];
    return found.filter((one) => one !== false);
  },
};
