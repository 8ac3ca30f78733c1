import { HUMAN } from '../../../army/human.ts';
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
    const open = new Map<string, AlertSight>();
    for (const alert of picture.alerts) {
      if (!dismissed.has(keyOf(alert)) && stillSo(alert, picture)) {
        // Of one kind about one role the last is enough.
        open.delete(`${alert.kind} ${alert.role}`);
        open.set(`${alert.kind} ${alert.role}`, alert);
      }
    }
    const shown = [...open.values()].toReversed().slice(0, MOST);
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

/** An alert is only as good as what it is about. */
function stillSo({ kind, role, id }: AlertSight, { roles, letters, person }: Picture): boolean {
  const sight = roles.find((one) => one.role === role);
  const letter = letters.find((one) => one.id === id && one.to === HUMAN);
  return {
    waits: sight?.agent === 'waiting' || sight?.asks !== undefined,
    died: sight?.agent === 'gone',
    unreachable: sight?.unreachable === true,
    wrote: letter === undefined ? person.unread > 0 : letter.fetchedAt === undefined,
  }[kind];
}
