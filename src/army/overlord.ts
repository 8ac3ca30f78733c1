import document from '../../formations/overlord.yaml';
import {
  usualGuard,
  usualNotify,
  usualPauses,
  type Formation,
  type Seating,
  type Tab,
} from './formation.ts';

interface Document {
  roles: (Pick<Seating, 'role'> & Partial<Seating>)[];
  tabs: (Pick<Tab, 'name' | 'panes'> & Partial<Tab>)[];
}

const { roles, tabs } = document as Document;

/**
 * The formation that ships with ovld; a `formation.json` in the relay directory wins over it. That it
 * is what the schema makes of the file is checked by a test: parsing it would cost every relay's start.
 */
export const overlordFormation: Formation = {
  name: 'overlord',
  language: 'en',
  mux: 'none',
  agent: 'claude',
  store: 'files',
  toolsets: ['messaging'],
  targeting: 'pane',
  pauses: usualPauses,
  notify: usualNotify,
  guard: usualGuard,
  ritual_delivery: 'typed',
  ready_timeout: 60,
  roles: roles.map((seat) => ({ commands: [], args: [], ...seat })),
  tabs: tabs.map((tab) => ({
    focus: false,
    split: 'columns',
    ...tab,
    panes: tab.panes.map((pane) => ({ ...pane, focus: pane.focus ?? false })),
  })),
};
