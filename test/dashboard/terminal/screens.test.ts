import { describe, expect, it } from 'vitest';
import { boardPicture, fakeLookout } from '../../support/fake-lookout.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';

// Times of the day are shown in the person's own zone.
process.env['TZ'] = 'UTC';

const sizes = [
  [80, 24],
  [100, 30],
  [120, 40],
  [200, 60],
] as const;

describe.each(['en', 'ja'] as const)('the whole screen in %s', (language) => {
  it.each(sizes)('matches its snapshot at %i × %i', async (columns, rows) => {
    const shown = shownDashboard(fakeLookout(), { columns, rows, language });
    await shown.settled();
    await expect(shown.text()).toMatchFileSnapshot(`screens/${language}-${columns}x${rows}.txt`);
  });

  it.each(sizes)('matches its snapshot at %i × %i with a board', async (columns, rows) => {
    const shown = shownDashboard(fakeLookout(boardPicture()), { columns, rows, language });
    await shown.settled();
    await expect(shown.text()).toMatchFileSnapshot(
      `screens/${language}-board-${columns}x${rows}.txt`,
    );
  });
});
