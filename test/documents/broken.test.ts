import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import type { Note } from '../../src/documents/documents.ts';
import { boardWorld, command, filesOf, report, task, verdict } from '../support/board-world.ts';

const COMMANDS = 'queue/envoy_to_marshall.yaml';
const [S1, S2] = ['specialist_1', 'specialist_2'] as const;

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What lies in `queue/bad/`: its text, and the reason beside it. */
const bad = (root: string): { text: string; reason: string }[] => {
  const dir = join(root, 'queue/bad');
  const names = existsSync(dir) ? readdirSync(dir) : [];
  const read = (name: string): string => readFileSync(join(dir, name), 'utf8');
  return names
    .filter((name) => names.includes(`${name}.reason`))
    .map((name) => ({ text: read(name), reason: read(`${name}.reason`) }));
};

const BOMB = `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n`;
const good = (id: string, to: string): string =>
  `task_id: ${id}\nparent_cmd: cmd_001\nassigned_to: ${to}\npersona: p\ntimestamp: "2026-02-08T10:00:00"\nstatus: assigned\nobjective: o\ndeliverables: []\ncontext: []\nblocks: []\nblocked_by: []\n`;

const broken: [string, string, RegExp][] = [
  ['half a line', 'task_id: subtask_001\nparent_cmd: "cm', /line 2/],
  ['a bomb of aliases', BOMB, /aliases are not allowed/],
  ['a tag', `${good('subtask_001', S1)}x: !!js/function "f"\n`, /[Uu]nresolved tag|tags are not/],
  [
    'a tag of its own',
    good('subtask_001', S1).replace('objective: o', 'objective: !run o'),
    /tag/i,
  ],
  ['depth without end', '['.repeat(50_000), /line 1/],
  ['a list', '- a\n- b\n', /expected object/i],
  ['nothing', '', /expected object/i],
  ['another status', good('subtask_001', S1).replace('assigned\n', 'asigned\n'), /status/],
  [
    'a way out of the directory',
    good('subtask_001', S1).replace('cmd_001', '../../../etc'),
    /parent_cmd/,
  ],
  ['a missing field', good('subtask_001', S1).replace('blocks: []\n', ''), /blocks/],
  ['the same key twice', `${good('subtask_001', S1)}status: done\n`, /[Mm]ap keys must be unique/],
  ["another's name", good('subtask_001', S2), /assigned_to/],
  ['bytes that are no text', 'objective: \ufffd'.replace('\ufffd', '\u0000'), /./],
  ['a megabyte and more', `objective: ${'x'.repeat(1024 * 1024)}\n`, /larger/],
];

describe('a broken document', () => {
  it.each(broken)(
    '%s is set aside whole, with its reason, and its neighbours go on',
    async (_, text, why) => {
      const { board, root } = boardWorld();
      await board.issue('envoy', command());
      await board.assign('marshall', task(S2));
      put(root, `queue/tasks/${S1}.yaml`, text);
      // A look sees it, and takes nothing away.
      expect((await board.list()).faults).toMatchObject([{ file: `queue/tasks/${S1}.yaml` }]);
      expect(readFileSync(join(root, `queue/tasks/${S1}.yaml`), 'utf8')).toBe(text);

      const { place } = await board.assign('marshall', task(S1));
      expect(place).toBe('given');
      expect(bad(root)).toHaveLength(1);
      expect(bad(root)[0]?.text).toBe(text);
      expect(bad(root)[0]?.reason).toMatch(why);
      const { faults, tasks } = await board.list();
      expect(faults).toHaveLength(1);
      expect(faults[0]?.file).toMatch(/^queue\/bad\/.+\.specialist_1\.yaml$/);
      expect(tasks.map((view) => view.place)).toEqual(['given', 'given']);
    },
  );

  it('among the waiting, reported and finished ones harms no other document', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    await board.update(S1, { status: 'in_progress' });
    await board.report(S1, report());
    for (const path of [
      'queue/tasks/waiting/x.yaml',
      'queue/archive/commands/cmd_001/tasks/x.yaml',
      'queue/archive/commands/cmd_001/reports/x.1.yaml',
      'queue/reports/specialist_3_report.yaml',
    ])
      put(root, path, BOMB);
    put(root, 'knowledge/patterns/x.yaml', BOMB);
    expect((await board.evaluate('marshall', verdict('subtask_001'))).command.status).toBe('done');
    expect(bad(root).map(({ text }) => text)).toEqual([BOMB, BOMB, BOMB, BOMB]);
    // What is committed with the project stays where it is.
    expect(existsSync(join(root, 'knowledge/patterns/x.yaml'))).toBe(true);
  });

  it('that is a second file of a task is set aside, and the first is used', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    const copy = readFileSync(join(root, `queue/tasks/${S1}.yaml`), 'utf8');
    put(root, 'queue/tasks/waiting/copy.yaml', copy);
    await board.update(S1, { status: 'in_progress' });
    expect(bad(root)).toMatchObject([
      { text: copy, reason: expect.stringContaining('another file') as string },
    ]);
    expect((await board.list()).tasks).toHaveLength(1);
  });

  it('that is a link is moved, and the link is not followed', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    const outside = join(root, '../outside.yaml');
    writeFileSync(outside, good('subtask_001', S1));
    symlinkSync(outside, join(root, `queue/tasks/${S1}.yaml`));
    await board.assign('marshall', task(S1));
    expect(readFileSync(outside, 'utf8')).toBe(good('subtask_001', S1));
    expect((await board.list()).faults[0]?.reason).toContain('symbolic link');
  });

  it('that is an evaluation stays where it is until another replaces it', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    await board.update(S1, { status: 'in_progress' });
    await board.report(S1, report());
    const path = 'knowledge/evaluations/eval_subtask_001.yaml';
    put(root, path, 'evaluation: {task_id: ');
    expect((await board.list()).faults).toMatchObject([{ file: path }]);
    await board.issue('envoy', command());
    expect(existsSync(join(root, path))).toBe(true);
    await board.evaluate('marshall', verdict('subtask_001'));
    expect(bad(root)).toMatchObject([{ text: 'evaluation: {task_id: ' }]);
  });
});

describe('a broken list of commands', () => {
  const entry = (id: string, more = ''): string =>
    `- id: ${id} # mine\n  timestamp: "2026-02-08T10:00:00"\n  purpose: p\n  acceptance_criteria: [a]\n  command: c\n  project: x\n  priority: low\n  status: pending\n${more}`;

  it.each([
    [
      'an entry that is no YAML',
      `# head\n${entry('cmd_001')}- id: "cmd\n${entry('cmd_003')}`,
      ['cmd_001', 'cmd_003'],
    ],
    [
      'an entry without a purpose',
      `# head\n${entry('cmd_001')}${entry('cmd_002').replace('  purpose: p\n', '')}${entry('cmd_003')}`,
      ['cmd_001', 'cmd_003'],
    ],
    [
      'an id twice',
      `# head\n${entry('cmd_001')}${entry('cmd_001')}${entry('cmd_003')}`,
      ['cmd_001', 'cmd_003'],
    ],
    ['a mapping', 'id: cmd_001\n', []],
    ['a word', 'commands\n', []],
    ['a bomb', `# head\n${entry('cmd_001')}- &a [*a]\n${entry('cmd_003')}`, ['cmd_001', 'cmd_003']],
  ])(
    'with %s keeps its good entries as they are, and the whole original is set aside',
    async (_, text, ids) => {
      const { board, root } = boardWorld();
      put(root, COMMANDS, text);
      expect((await board.list()).commands.map(({ id }) => id)).toEqual(ids);
      const { command: made } = await board.issue('envoy', command());
      expect(bad(root).map((file) => file.text)).toEqual([text]);
      expect(bad(root)[0]?.reason).toMatch(/^queue\/envoy_to_marshall\.yaml: ./);
      const after = readFileSync(join(root, COMMANDS), 'utf8');
      const kept = ids.length === 0 ? '' : `# head\n${ids.map((id) => entry(id)).join('')}`;
      expect(after.startsWith(kept)).toBe(true);
      expect((await board.list()).commands.map(({ id }) => id)).toEqual([...ids, made.id]);
    },
  );

  it.each(['', '# nothing yet\n', '[]\n'])('of %j is empty and not broken', async (text) => {
    const { board, root } = boardWorld();
    put(root, COMMANDS, text);
    await board.issue('envoy', command());
    expect(bad(root)).toEqual([]);
    expect((await board.list()).commands).toHaveLength(1);
  });

  it('that is too large is refused and left alone', async () => {
    const { board, root } = boardWorld();
    put(root, COMMANDS, `# ${'x'.repeat(17 * 1024 * 1024)}\n`);
    await expect(board.issue('envoy', command())).rejects.toMatchObject({
      code: 'document_too_large',
    });
    expect(bad(root)).toEqual([]);
  });
});

describe('edits by hand and foreign files', () => {
  it('words written over a document while it is being changed are kept aside', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    const path = `queue/tasks/${S1}.yaml`;
    const { documents } = boardWorld({ root });
    await documents.change((state) => {
      const now = state.current.get(S1)!;
      put(root, path, 'my: words\n');
      const edits = [
        { kind: 'task', task: { ...now, status: 'in_progress' }, place: 'current' } as const,
      ];
      return { value: undefined, edits, notes: [] };
    });
    expect(bad(root)).toMatchObject([{ text: 'my: words\n' }]);
    expect((await board.current(S1))?.task.status).toBe('in_progress');
  });

  it('a task set done by hand is finished, and what waited for it begins', async () => {
    const { board, root, text } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2, { blocked_by: ['subtask_001'] }));
    const path = `queue/tasks/${S1}.yaml`;
    put(root, path, text(path).replace('status: assigned', 'status: done'));
    await board.issue('envoy', command());
    expect((await board.current(S2))?.task.task_id).toBe('subtask_002');
    expect(await board.task('subtask_001')).toMatchObject({ place: 'finished' });
  });

  it('a blocker written in by hand is waited for like any other', async () => {
    const { board, root, text } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2));
    const path = `queue/tasks/${S1}.yaml`;
    put(root, path, text(path).replace('blocked_by: []', 'blocked_by: [subtask_002]'));
    await expect(board.update(S1, { status: 'in_progress' })).rejects.toMatchObject({
      code: 'illegal_move',
      data: { from: 'blocked', to: 'in_progress' },
    });
    await board.update(S2, { status: 'in_progress' });
    expect(await board.current(S1)).toBeUndefined();
    await board.report(S2, report());
    expect((await board.current(S1))?.task.status).toBe('assigned');
  });

  it('an intent that ovld did not write is set aside, and its path out of the board is not followed', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    const evil = { id: 'x', files: [{ path: 'queue/../../evil', text: 'x' }], notes: [] };
    put(root, 'queue/.intent.json', JSON.stringify(evil));
    await board.issue('envoy', command());
    expect(existsSync(join(root, '../evil'))).toBe(false);
    expect((await board.list()).commands).toHaveLength(2);
    expect(bad(root)).toHaveLength(1);
  });

  it('a message for an unknown role is set aside and reported', async () => {
    const post = async (note: Note): Promise<string> => {
      throw new OvldError('unknown_role', { role: note.to, roles: [] });
    };
    const { board, root } = boardWorld({ post });
    await board.issue('envoy', command());
    expect((await board.list()).faults).toMatchObject([
      { reason: expect.stringContaining('unknown_role') as string },
    ]);
    expect(existsSync(join(root, 'queue/.unsent.json'))).toBe(false);
  });

  it('a project without a board, or with an empty one, has an empty board', async () => {
    const { board, root } = boardWorld();
    expect(await board.list()).toMatchObject({ commands: [], tasks: [], faults: [] });
    expect(await board.current(S1)).toBeUndefined();
    expect(existsSync(root)).toBe(false);
    await board.recover();
    expect(filesOf(root)).toMatchObject({
      '.gitignore': '/queue/\n/dashboard.md\n',
      'queue/.gitignore': '*\n',
    });
  });
});
