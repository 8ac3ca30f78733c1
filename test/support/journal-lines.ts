import { createLedger, type Ledger } from '../../src/lookout/ledger.ts';
import type { JournalEvent } from '../../src/store/store.ts';

const T0 = Date.UTC(2026, 10, 16, 12);
export const at = (ms: number): string => new Date(T0 + ms).toISOString();

export type Line = [ms: number, event: JournalEvent];

export const stored = (id: string, to = 'storm', from = 'overlord'): JournalEvent => ({
  event: 'stored',
  id,
  from,
  to,
  priority: 'normal',
});
export const rung = (to = 'storm', by = 'socket'): JournalEvent => ({
  event: 'rung',
  to,
  by,
  nonce: 'n',
  as: 'own',
});
export const failed = (by: string, to = 'storm'): JournalEvent => ({
  event: 'ring_failed',
  to,
  by,
  nonce: 'n',
  code: 'dialog_open',
});
export const fetched = (id: string, to = 'storm', redelivered?: number): JournalEvent => ({
  event: 'fetched',
  id,
  to,
  incarnation: 'i',
  ...(redelivered !== undefined && { redelivered }),
});
export const acknowledged = (id: string, to = 'storm'): JournalEvent => ({
  event: 'acknowledged',
  id,
  to,
});
export const putBack = (id: string, to = 'storm'): JournalEvent => ({
  event: 'put_back',
  id,
  to,
  why: 'died',
});

export function told(lines: readonly Line[], ledger = createLedger()): Ledger {
  for (const [ms, event] of lines) ledger.take({ at: at(ms), ...event });
  return ledger;
}
