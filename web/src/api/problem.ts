/** An answer of the API that is not the one that was asked for. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly requestId: string | null,
    readonly members: Record<string, unknown>,
  ) {
    super(detail);
  }
}

/** Reads an answer of refusal; both interfaces' forms are understood. */
export async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id');
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const code = String(body['error'] ?? body['code'] ?? 'unknown');
    return new Problem(response.status, code, String(body['detail'] ?? ''), requestId, body);
  } catch {
    return new Problem(response.status, response.status === 429 ? 'rate_limited' : 'unknown', text.slice(0, 300), requestId, {});
  }
}

/** The service gave no answer at all. */
export function unreachable(): Problem {
  return new Problem(0, 'unreachable', 'The service did not answer. Your connection or the service may be interrupted.', null, {});
}
