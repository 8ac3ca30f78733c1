import { expect, it } from 'vitest';
import { nearest } from '../../src/kit/nearest.ts';

const ROLES = ['overlord', 'strategist', 'inferno', 'glacier', 'shadow', 'storm'];

it.each([
  ['strom', 'storm'],
  ['Storm', 'storm'],
  ['glaceir', 'glacier'],
  ['shadwo', 'shadow'],
  ['nobody', undefined],
  ['x', undefined],
  ['', undefined],
  ['storm'.repeat(100), undefined],
])('the nearest name to %j is %s', (given, meant) => expect(nearest(given, ROLES)).toBe(meant));
