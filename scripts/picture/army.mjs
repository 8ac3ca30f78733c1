// Six mock agents in a real tmux, after a real exchange of messages: all three tabs, in both languages.
import { play } from '../../examples/stage.mjs';
import { command, paneOf, panesIn, raise, WORDS } from './campaign.mjs';
import { picture } from './svg.mjs';

const SIZES = { command: [104, 27], battlefield: [44, 30], support: [55, 30] };

const marker = (want) => (text, open) => {
  if (text.startsWith('> [MESSAGE from')) return 'nudge';
  if (text.startsWith(`> ${want}`)) return 'person';
  if (text.startsWith('⏺ ← ')) return 'read';
  // A row that goes on has no sign of its own.
  return /^[>⏺✻❯─]|^ {2}|^$/.test(text) ? undefined : open;
};

async function armyIn(language, keep) {
  const words = WORDS[language];
  await play(async (world) => {
    await raise(world, language);
    for (const [tab, [columns, rows]] of Object.entries(SIZES)) {
      world.tmux('resize-window', '-t', `overlord:${tab}`, '-x', `${columns}`, '-y', `${rows}`);
    }
    world.tmux('resize-pane', '-t', paneOf(world, 'command', 'overlord').id, '-x', '38');
    // Only now, so that nothing was wrapped for another size.
    await world.does(['inject']);
    await command(world, language);

    const names = Object.keys(SIZES);
    const window = (tab) => ({
      columns: SIZES[tab][0],
      rows: SIZES[tab][1],
      tabs: names.map((name) => ({ name, shown: name === tab })),
      panes: panesIn(world, tab).map((pane) => ({
        ...pane,
        screen: world.tmux('capture-pane', '-p', '-e', '-t', pane.id),
      })),
      mark: marker(words.want),
    });
    const marks = ['person', 'nudge', 'read'];
    keep(
      picture({
        title: words.title,
        rows: [[window('command')], [window('battlefield'), window('support')]],
        legend: words.legend.map((text, i) => ({ mark: marks[i], text })),
      }),
    );
  });
}

export async function army() {
  const pictures = [];
  await armyIn('en', (content) => pictures.push({ file: 'army.svg', content }));
  await armyIn('ja', (content) => pictures.push({ file: 'army.ja.svg', content }));
  return pictures;
}
