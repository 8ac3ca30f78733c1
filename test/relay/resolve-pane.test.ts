import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import type { Pane } from '../../src/mux/mux.ts';
import { layoutOrder, resolvePane } from '../../src/relay/resolve-pane.ts';
import type { SeatSeen } from '../../src/store/store.ts';

const seat = (pane: string | undefined, alive: boolean, agentAlive = alive): SeatSeen => ({
  incarnation: '0mwhvqhza-1-1-1',
  relay: { pid: 1, start: '1', boot: 'b' },
  agent: { kind: 'mock' },
  doorbells: [],
  ...(pane !== undefined && { pane }),
  alive,
  agentAlive,
  keeperAlive: false,
  whole: true,
});

const named = (id: string, title: string, more: Partial<Pane> = {}): Pane => ({
  id,
  title,
  alive: true,
  ...more,
});
const marked = (id: string, role: string, title = 'sh'): Pane => named(id, title, { role });

const ROLES = ['lead', 'hand', 'eye'];
const three = [named('1', 'lead'), named('2', 'hand'), named('3', 'eye')];
const untitled = [named('1', 'x'), named('2', 'y'), named('3', 'z')];

interface Case {
  panes: Pane[];
  seats?: Record<string, SeatSeen[]>;
  expected: string;
}

/** Where `hand` is found. */
const cases: Record<string, Case> = {
  'by its title': { panes: three, expected: '2' },
  'by what its living relay registered, whatever the titles say': {
    panes: [named('1', 'lead'), named('2', 'notes'), named('3', 'hand')],
    seats: { hand: [seat('2', true)] },
    expected: '2',
  },
  'by what its newest living relay registered, not a younger dead one': {
    panes: three,
    seats: { hand: [seat('3', true), seat('1', false)] },
    expected: '3',
  },
  'by its dead relay, as long as its agent lives': {
    panes: [named('1', 'lead'), named('2', 'hand'), named('9', 'lead')],
    seats: { hand: [seat('9', false, true)] },
    expected: '9',
  },
  'by its dead relay, where no other role claims the pane': {
    panes: [named('1', 'lead'), named('2', 'renamed'), named('3', 'eye'), named('4', 'hand')],
    seats: { hand: [seat('2', false)] },
    expected: '2',
  },
  'not where its dead relay was, once another sits there': {
    panes: three,
    seats: { hand: [seat('1', false)], lead: [seat('1', true)] },
    expected: '2',
  },
  'not where its dead relay was, once it carries the mark of another': {
    panes: [marked('1', 'lead'), marked('2', 'hand')],
    seats: { hand: [seat('1', false)] },
    expected: '2',
  },
  'not where its dead relay was, once it is titled as another': {
    panes: three,
    seats: { hand: [seat('3', false)] },
    expected: '2',
  },
  'by its title, where what its relay registered was closed': {
    panes: three,
    seats: { hand: [seat('7', true)] },
    expected: '2',
  },
  'by its mark, before any title': {
    panes: [named('1', 'hand'), marked('2', 'hand'), marked('3', 'eye', 'hand')],
    expected: '2',
  },
  'not by a mark that two panes carry; then by the title': {
    panes: [marked('1', 'hand', 'a'), marked('2', 'hand', 'hand'), named('3', 'eye')],
    expected: '2',
  },
  'by its title, wherever a person moved the pane': {
    panes: [named('2', 'hand'), named('1', 'lead'), named('8', 'shell'), named('3', 'eye')],
    expected: '2',
  },
  'not by a title two panes have': {
    panes: [named('1', 'lead'), named('2', 'hand'), named('3', 'eye'), named('4', 'hand')],
    expected: 'no_pane',
  },
  'not by a title on the pane where another role lives': {
    panes: [named('1', 'hand'), named('2', 'b'), named('3', 'eye'), named('4', 'c')],
    seats: { lead: [seat('1', true)] },
    expected: 'no_pane',
  },
  'not by a title on a pane with the mark of another role': {
    panes: [marked('1', 'lead', 'hand'), named('4', 'x')],
    expected: 'no_pane',
  },
  'by its place, where a person renamed its pane': {
    panes: [named('1', 'lead'), named('2', 'my notes'), named('3', 'eye')],
    expected: '2',
  },
  'by its place, where no pane has a name of ours': { panes: untitled, expected: '2' },
  'by its place, where two panes have its title': {
    panes: [named('1', 'x'), named('2', 'hand'), named('3', 'hand')],
    expected: '2',
  },
  'not by its place, once a person added a pane': {
    panes: [...untitled, named('4', 'shell')],
    expected: 'no_pane',
  },
  'not by its place, once a person closed a pane': {
    panes: untitled.slice(1),
    expected: 'no_pane',
  },
  'not by its place, where that pane has the title of another': {
    panes: [named('9', 'x'), named('1', 'lead'), named('3', 'eye')],
    expected: 'no_pane',
  },
  'not by its place, where that pane has the mark of another': {
    panes: [named('9', 'x'), marked('1', 'lead'), named('3', 'eye')],
    expected: 'no_pane',
  },
  'not by its place, where another was registered, even if it died': {
    panes: untitled,
    seats: { eye: [seat('2', false)] },
    expected: 'no_pane',
  },
  'nowhere, without panes': { panes: [], seats: { hand: [seat('2', true)] }, expected: 'no_pane' },
  'dead, where its program has ended': {
    panes: [named('2', 'hand', { alive: false })],
    expected: 'pane_dead',
  },
  'hidden, where something else is in its place': {
    panes: [named('2', 'hand', { hidden: true })],
    seats: { hand: [seat('2', true)] },
    expected: 'pane_hidden',
  },
};

describe('the pane of a role', () => {
  it.each(Object.entries(cases))('is found %s', async (_how, { panes, seats = {}, expected }) => {
    const where = {
      panes: { panes: async () => panes },
      seats: { list: async (role: string) => seats[role] ?? [] },
      roles: ROLES,
    };
    const found = await resolvePane(where, 'hand');
    expect(typeof found === 'string' ? found : found.id).toBe(expected);
  });

  it('is counted along the tabs, not along the list of roles', () => {
    const roles = ['lead', 'hand', 'eye'].map((role) => ({ role }));
    const tabs = [
      { name: 'a', panes: [{ role: 'eye' }] },
      { name: 'b', panes: [{ role: 'hand' }, { role: 'lead' }] },
    ];
    const formation = formationSchema.parse({ name: 'trio', roles, tabs });
    expect(layoutOrder(formation)).toEqual(['eye', 'hand', 'lead']);
    expect(layoutOrder({ ...formation, tabs: [] })).toEqual(['lead', 'hand', 'eye']);
  });
});
