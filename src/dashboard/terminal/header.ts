import { openAlerts } from '../../lookout/open-alerts.ts';
import { ends, fit, span, type Line, type Span } from './line.ts';
import type { Scene } from './scene.ts';

const MOST_ALERTS = 3;

/** Which army, since when, and what waits for the person; below it what somebody should look after. */
export function headerLines(scene: Scene): readonly Line[] {
  const { picture, texts, ages, columns } = scene;
  const { session, formation, mux, startedAt, standing } = picture.army;
  const about = [formation, mux, ...(standing === 'live' ? [texts.up(ages.of(startedAt))] : [])];
  const left = [span(` ${session} `, 'inverse', 'bold'), span(`  ${about.join(' · ')}`)];
  const { unread } = picture.person;
  const right = unread > 0 ? [span(`${texts.unread(unread)} `, 'bold', 'yellow')] : [];
  const first = ends(left, right, columns);
  const second = standing === 'live' ? alerts(scene) : [trouble(texts.standing[standing])];
  return second.length === 0 ? [first] : [first, fit(second, columns)];
}

const trouble = (text: string): Span => span(` ! ${text}`, 'bold', 'red');

function alerts({ picture, texts, ages }: Scene): Line {
  return openAlerts(picture)
    .slice(0, MOST_ALERTS)
    .flatMap(({ kind, role, at }, i) => [
      span(i === 0 ? ' ! ' : ' · ', 'bold', 'yellow'),
      span(texts.alerts[kind](role, ages.of(at)), kind === 'wrote' ? 'cyan' : 'yellow'),
    ]);
}
