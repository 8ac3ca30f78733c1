import { openAlerts } from '../../lookout/open-alerts.ts';
import { justifyLine, fitLine, span, type Line, type Span } from './line.ts';
import type { DrawContext } from './draw-context.ts';

const MOST_ALERTS = 3;

/** The army, its age and the person's unread mail; in a second row the open alerts, if any. */
export function drawHeader(context: DrawContext): readonly Line[] {
  const { picture, texts, ages, columns } = context;
  const { session, formation, mux, startedAt, standing } = picture.army;
  const about = [formation, mux, ...(standing === 'live' ? [texts.up(ages.of(startedAt))] : [])];
  const left = [span(` ${session} `, 'inverse', 'bold'), span(`  ${about.join(' · ')}`)];
  const { unread } = picture.person;
  const right = unread > 0 ? [span(`${texts.unread(unread)} `, 'bold', 'yellow')] : [];
  const first = justifyLine(left, right, columns);
  const isPaused = picture.roles.some(({ paused }) => paused);
  const pause = isPaused ? [formatTrouble(texts.standing.paused)] : [];
  const second =
    standing === 'live'
      ? [...pause, ...drawAlerts(context)]
      : [formatTrouble(texts.standing[standing])];
  return second.length === 0 ? [first] : [first, fitLine(second, columns)];
}

const formatTrouble = (text: string): Span => span(` ! ${text}`, 'bold', 'red');

function drawAlerts({ picture, texts, ages }: DrawContext): Line {
  return openAlerts(picture)
    .slice(0, MOST_ALERTS)
    .flatMap(({ kind, role, at, between }, i) => [
      span(i === 0 ? ' ! ' : ' · ', 'bold', 'yellow'),
      span(
        texts.alerts[kind](role, ages.of(at), between?.[1] ?? ''),
        kind === 'wrote' ? 'cyan' : 'yellow',
      ),
    ]);
}
