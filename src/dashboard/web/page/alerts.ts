import { HUMAN } from '../../../army/human.ts';
import { openAlerts } from '../../../lookout/open-alerts.ts';
import type { AlertSight, Picture } from '../../../lookout/picture.ts';
import { createAgeNode, setAge } from './ages.ts';
import type { Context, View } from './context.ts';
import { createButton, el, keepRows, type Row } from './dom.ts';

const MOST = 6;

/** The open alerts: each leads to the role or the letter it is about. */
export function createAlertsView(context: Context): View {
  const { texts } = context;
  const list = el('ul', {});
  const node = el('section', { class: 'alerts', 'aria-label': texts.alertsLabel }, list);
  const dismissed = new Set<string>();
  const draw = keepRows<AlertSight>(list, keyOf, row);

  function row(alert: AlertSight): Row<AlertSight> {
    const age = createAgeNode();
    const open = (): void => {
      if (alert.kind === 'wrote' && alert.id !== undefined) context.openLetter(HUMAN, alert.id);
      else context.openRole(alert.role);
    };
    const words = texts.alerts[alert.kind](alert.role, alert.between?.[1] ?? '');
    const away = (): void => {
      dismissed.add(keyOf(alert));
      const picture = context.picture();
      if (picture !== undefined) redraw(picture);
    };
    const opener = createButton(words, open, { class: 'alert-open' });
    opener.append(' ', age);
    const label = { class: 'quiet', 'aria-label': `${texts.dismiss}: ${words}` };
    return {
      node: el('li', { 'data-kind': alert.kind }, opener, createButton('✕', away, label)),
      update: ({ at }) => setAge(age, at, texts.age),
    };
  }

  function redraw(picture: Picture): void {
    const shown = openAlerts(picture)
      .filter((alert) => !dismissed.has(keyOf(alert)))
      .slice(0, MOST);
    draw(shown);
    node.hidden = shown.length === 0;
  }

  return {
    node,
    draw(picture, parts) {
      if (['alerts', 'roles', 'letters'].some((part) => parts.has(part as never))) redraw(picture);
    },
  };
}

const keyOf = ({ kind, role, at }: AlertSight): string => `${kind} ${role} ${at}`;
