import { HUMAN } from '../../../army/human.ts';
import { openAlerts } from '../../../lookout/open-alerts.ts';
import type { AlertSight, Picture } from '../../../lookout/picture.ts';
import { ageNode, setAge } from './ages.ts';
import type { Context, View } from './context.ts';
import { el, keyed, type Row } from './dom.ts';

const MOST = 6;

/** What needs a person and is still so: each leads to where something can be done about it. */
export function alertsView(context: Context): View {
  const { texts } = context;
  const list = el('ul', {});
  const node = el('section', { class: 'alerts', 'aria-label': texts.alertsLabel }, list);
  const dismissed = new Set<string>();
  const draw = keyed<AlertSight>(list, keyOf, (alert) => row(alert));

  function row(alert: AlertSight): Row<AlertSight> {
    const age = ageNode();
    const open = (): void => {
      if (alert.kind === 'wrote' && alert.id !== undefined) context.openLetter(HUMAN, alert.id);
      else context.openRole(alert.role);
    };
    const words = texts.alerts[alert.kind](alert.role);
    const away = (): void => {
      dismissed.add(keyOf(alert));
      const picture = context.picture();
      if (picture !== undefined) redraw(picture);
    };
    return {
      node: el(
        'li',
        { 'data-kind': alert.kind },
        el('button', { type: 'button', class: 'alert-open', click: open }, words, ' ', age),
        el(
          'button',
          {
            type: 'button',
            class: 'quiet',
            click: away,
            'aria-label': `${texts.dismiss}: ${words}`,
          },
          '✕',
        ),
      ),
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
