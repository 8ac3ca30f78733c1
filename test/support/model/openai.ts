const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_exceeded',
};

/** An error in OpenAI's words, which has 503 where Anthropic has 529. */
export function refusal(status: number, message: string): { status: number; body: object } {
  const type = KINDS[status] ?? 'server_error';
  const error = { message, type, code: type, param: null };
  return { status: status === 529 ? 503 : status, body: { error } };
}
