/** JSON-RPC 2.0, as far as a server looks into it. */
export type Id = string | number;

export interface Request {
  id: Id;
  method: string;
  params: Record<string, unknown>;
}

export interface Notification {
  method: string;
  params: Record<string, unknown>;
}

export type Answer = { result: Record<string, unknown> } | { error: RpcError };

export interface RpcError {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isId = (value: unknown): value is Id =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

export type Incoming =
  | { kind: 'request'; request: Request }
  | { kind: 'notification'; notification: Notification }
  /** An answer to something we never asked. */
  | { kind: 'answer' }
  | { kind: 'invalid'; id: Id | null };

export function classify(value: unknown): Incoming {
  if (!isObject(value)) return { kind: 'invalid', id: null };
  const { jsonrpc, id, method, params = {} } = value;
  const invalid = { kind: 'invalid', id: isId(id) ? id : null } as const;
  if (jsonrpc !== '2.0') return invalid;
  if (typeof method !== 'string') {
    return isId(id) && ('result' in value || 'error' in value) ? { kind: 'answer' } : invalid;
  }
  if (!isObject(params)) return invalid;
  if (!('id' in value)) return { kind: 'notification', notification: { method, params } };
  return isId(id) ? { kind: 'request', request: { id, method, params } } : invalid;
}
