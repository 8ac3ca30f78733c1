// `ovld dashboard` in a terminal of its own, beside the army it shows.
import { play, OVLD, until } from '../../examples/stage.mjs';
import { command, raise } from './campaign.mjs';
import { picture } from './svg.mjs';

const SIZE = { columns: 104, rows: 28 };

export async function dashboard() {
  const pictures = [];
  await play(async (world) => {
    await raise(world, 'en');
    await world.does(['inject']);
    const size = ['-x', `${SIZE.columns}`, '-y', `${SIZE.rows}`];
    const shown = ['-c', world.project, '--', process.execPath, OVLD, 'dashboard'];
    world.tmux('new-session', '-d', '-s', 'seat', ...size, ...shown);
    world.tmux('set-option', '-t', 'seat', 'status', 'off');
    world.tmux('resize-window', '-t', 'seat', ...size);
    await command(world, 'en');
    await world.does(['send', 'storm', 'Please roll back if the error rate rises']);
    const screen = (...how) => world.tmux('capture-pane', '-p', ...how, '-t', 'seat');
    await until('the answer on the dashboard', () =>
      screen().includes('re: Please roll back'),
    ).catch((error) => {
      throw new Error(`${error.message}\n${screen()}`);
    });
    const pane = { left: 0, top: 0, columns: SIZE.columns, role: '', screen: screen('-e') };
    const tabs = [{ name: 'ovld dashboard', shown: true }];
    const title = 'The terminal dashboard of an army of six, after its campaign';
    const content = picture({ title, rows: [[{ ...SIZE, tabs, panes: [pane] }]] });
    pictures.push({ file: 'dashboard.svg', content });
  });
  return pictures;
}
