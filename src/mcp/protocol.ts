import {
  INVALID_PARAMS,
  isObject,
  METHOD_NOT_FOUND,
  type Answer,
  type Request,
} from './json-rpc.ts';
import type { Notify } from './wire.ts';

/**
 * The Model Context Protocol of a server that offers tools and nothing else, in both of its eras:
 *
 *   up to 2025-11-25   `initialize` opens the connection and agrees on a version
 *   from 2026-07-28    every request carries its version and the client in `_meta`; `server/discover`
 *                      asks what there is. A client may probe with it and then fall back.
 *
 * The first request that is not such a probe decides the era of the connection. The answers are the
 * official SDK's, request by request (`test/mcp/conformance.test.ts`); why it is not the SDK itself:
 * docs/decisions/0009.
 */
const LEGACY_VERSIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;
const MODERN_VERSION = '2026-07-28';
const UNSUPPORTED_VERSION = -32022;

const META = 'io.modelcontextprotocol/';
const VERSION_KEY = `${META}protocolVersion`;
const CAPABILITIES_KEY = `${META}clientCapabilities`;

export interface Offer {
  serverInfo: { name: string; version: string };
  instructions: string;
  listTools(): Record<string, unknown>[];
  callTool(
    id: Request['id'],
    name: string,
    args: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

export function createProtocol(offer: Offer) {
  const { serverInfo, instructions } = offer;
  const capabilities = { tools: {} };
  let era: 'open' | 'legacy' | 'modern' = 'open';

  /** What both eras have in common; undefined where there is no such method. */
  async function toolMethod({ id, method, params }: Request): Promise<Answer | undefined> {
    if (method === 'tools/list') return { result: { tools: offer.listTools() } };
    if (method !== 'tools/call') return undefined;
    const { name, arguments: args = {} } = params;
    if (typeof name !== 'string')
      return fault(INVALID_PARAMS, 'Invalid tools/call request: name must be a string');
    if (!isObject(args))
      return fault(INVALID_PARAMS, 'Invalid tools/call request: arguments must be an object');
    return { result: await offer.callTool(id, name, args) };
  }

  async function legacy(request: Request): Promise<Answer> {
    const { method, params } = request;
    if (method === 'ping') return { result: {} };
    if (method === 'initialize') return initialize(params);
    return (await toolMethod(request)) ?? notFound();
  }

  function initialize({
    protocolVersion,
    capabilities: client,
    clientInfo,
  }: Request['params']): Answer {
    if (typeof protocolVersion !== 'string' || !isObject(client) || !isObject(clientInfo)) {
      return fault(INVALID_PARAMS, 'initialize needs protocolVersion, capabilities and clientInfo');
    }
    const version =
      LEGACY_VERSIONS.find((known) => known === protocolVersion) ?? LEGACY_VERSIONS[0];
    return { result: { protocolVersion: version, capabilities, serverInfo, instructions } };
  }

  async function modern(request: Request, notify: Notify): Promise<Answer | undefined> {
    const { id, method } = request;
    if (method === 'subscriptions/listen') {
      // Nothing here ever changes: the subscription is open, and stays silent.
      const params = { notifications: {}, _meta: { [`${META}subscriptionId`]: id } };
      notify('notifications/subscriptions/acknowledged', params);
      return undefined;
    }
    const discovered = { supportedVersions: [MODERN_VERSION], capabilities, instructions };
    const answer =
      method === 'server/discover' ? { result: discovered } : await toolMethod(request);
    if (answer === undefined) return notFound();
    if ('error' in answer) return answer;
    const cache = method === 'tools/call' ? {} : { ttlMs: 0, cacheScope: 'private' };
    const _meta = { [`${META}serverInfo`]: serverInfo };
    return { result: { ...answer.result, resultType: 'complete', ...cache, _meta } };
  }

  return async function serve(request: Request, notify: Notify): Promise<Answer | undefined> {
    const { method, params } = request;
    if (era === 'legacy') return legacy(request);
    const claim = claimOf(params);
    const opensLegacy = claim === undefined || (method === 'initialize' && 'error' in claim);
    if (era === 'modern' && method === 'initialize' && claim === undefined) {
      return unsupported(params['protocolVersion']);
    }
    if (era === 'modern' && claim === undefined) {
      const keys = `${VERSION_KEY}, ${CAPABILITIES_KEY}`;
      const message = `Request is missing the required _meta envelope for protocol revision ${MODERN_VERSION} (${keys})`;
      return fault(INVALID_PARAMS, message);
    }
    if (opensLegacy) {
      era = 'legacy';
      return legacy(request);
    }
    if ('error' in claim) return claim;
    if (method !== 'server/discover') era = 'modern';
    return modern(request, notify);
  };
}

/** The version and client a modern request names: none, a faulty one, or one we serve. */
function claimOf(params: Request['params']): Answer | undefined {
  const { _meta: meta } = params;
  if (!isObject(meta) || !(VERSION_KEY in meta)) return undefined;
  const version = meta[VERSION_KEY];
  if (typeof version !== 'string') return badEnvelope(VERSION_KEY, 'not a string');
  if (!(CAPABILITIES_KEY in meta)) return badEnvelope(CAPABILITIES_KEY, 'missing');
  if (!isObject(meta[CAPABILITIES_KEY])) return badEnvelope(CAPABILITIES_KEY, 'not an object');
  return version === MODERN_VERSION ? { result: {} } : unsupported(version);
}

function badEnvelope(key: string, problem: string): Answer {
  const message = `Invalid _meta envelope for protocol revision ${MODERN_VERSION}: ${key}: ${problem}`;
  return { error: { code: INVALID_PARAMS, message, data: { envelope: { key, problem } } } };
}

function unsupported(requested: unknown): Answer {
  const named = typeof requested === 'string' ? requested.slice(0, 100) : typeof requested;
  const message = `Unsupported protocol version: ${named}`;
  return {
    error: {
      code: UNSUPPORTED_VERSION,
      message,
      data: { supported: [MODERN_VERSION], requested: named },
    },
  };
}

const fault = (code: number, message: string): Answer => ({ error: { code, message } });
const notFound = (): Answer => fault(METHOD_NOT_FOUND, 'Method not found');
