import { expect, it } from 'vitest';
import { failure } from '../../../src/cli/output/failure.ts';
import { OvldError } from '../../../src/errors.ts';

it.each([
  [new OvldError('unknown_task', { id: 'subtask_9' }), 3],
  [new OvldError('unknown_command', { id: 'cmd_9', known: [] }), 3],
  [new OvldError('army_none', { folder: '/p' }), 3],
  [new OvldError('usage', { message: 'x' }), 2],
  [new OvldError('no_task', { role: 'specialist_1' }), 1],
  [new Error('x'), 70],
])('the exit code of %s is %i', (error, exitCode) => {
  expect(failure(error, 'en', false).exitCode).toBe(exitCode);
  expect(JSON.parse(failure(error, 'ja', true).text)).toHaveProperty('error.code');
});

it('a terminal that says it has no columns gets whole lines', () => {
  const error = new OvldError('army_unknown', {
    session: 'nosuch',
    sessions: ['overlord', 'pair'],
  });
  expect(failure(error, 'en', false, 0)).toEqual(failure(error, 'en', false));
});
