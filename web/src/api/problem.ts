/** An answer of the API that is not the one that was asked for. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly requestId: string | null,
    readonly members: Record<string, unknown>,
    /** The time from which on it is worth asking again, in milliseconds; null where the answer names none. */
    readonly againAt: number | null = null,
  ) {
    super(detail);
  }
}

/** A trouble that passes: what was read before still stands, and asking again is worth it. */
export const passes = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;

/** What was entered is refused before it is sent. */
export const refused = (fields: Record<string, string>) => new Problem(422, 'validation_failed', '', null, { fields });

/** Reads an answer of refusal; both interfaces' forms are understood. */
export async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id');
  const seconds = Number(response.headers.get('retry-after'));
  const againAt = seconds > 0 ? Date.now() + seconds * 1000 : null;
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const code = String(body['error'] ?? body['code'] ?? 'unknown');
    return new Problem(response.status, code, String(body['detail'] ?? ''), requestId, body, againAt);
  } catch {
    return new Problem(
      response.status,
      response.status === 429 ? 'rate_limited' : 'unknown',
      text.slice(0, 300),
      requestId,
      {},
      againAt,
    );
  }
}

/** The service gave no answer at all. */
export function unreachable(): Problem {
  return new Problem(
    0,
    'unreachable',
    'The service did not answer. Your connection or the service may be interrupted.',
    null,
    {},
  );
}
