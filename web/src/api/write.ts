import type { paths as SessionPaths } from './generated/session';
import { addressOf, askAnew, type Question } from './client';
import { serviceClient } from './deployment';
import { problemOf, unreachable, type Problem } from './problem';

export type Method = 'post' | 'put' | 'patch' | 'delete';

/** The paths that take a write by that method. */
export type WritePath<M extends Method> = {
  [Path in keyof SessionPaths]: SessionPaths[Path] extends { [Key in M]: { responses: unknown } } ? Path : never;
}[keyof SessionPaths];

type Operation<M extends Method, Path extends WritePath<M>> = SessionPaths[Path][M & keyof SessionPaths[Path]];
type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : undefined;
type GoodOf<Responses> = Responses extends { 200: infer Answer }
  ? JsonOf<Answer>
  : Responses extends { 201: infer Answer }
    ? JsonOf<Answer>
    : Responses extends { 202: infer Answer }
      ? JsonOf<Answer>
      : undefined;

/** The body of the good answer of a write. */
export type AnswerTo<M extends Method, Path extends WritePath<M>> =
  Operation<M, Path> extends { responses: infer Responses } ? GoodOf<Responses> : never;

/** The body that a write takes. */
export type Sent<M extends Method, Path extends WritePath<M>> =
  Operation<M, Path> extends { requestBody?: { content: { 'application/json': infer Body } } | undefined }
    ? Body
    : undefined;

type PartsOf<O> = O extends { parameters: { path: infer Parts } } ? Parts : undefined;
type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? Query : undefined;

/** A write: the documented path, what fills it, and its body. */
export interface Write<M extends Method, Path extends WritePath<M>> {
  path: Path;
  parts?: PartsOf<Operation<M, Path>>;
  query?: QueryOf<Operation<M, Path>>;
  body?: Sent<M, Path>;
  /** What one submission is known by, where the operation takes an `Idempotency-Key`. */
  idempotencyKey?: string;
  /** Ends the request when the page is left. */
  signal?: AbortSignal;
}

/** What a write needs of the session. `live/viewer` fills it in; this module knows no page. */
interface SessionHands {
  csrfToken: string;
  /** Reads the session anew: the cookie may have changed in another tab. */
  renew: () => Promise<void>;
  /** Has the person confirm the password; false where they would not. */
  confirmPassword: () => Promise<boolean>;
  /** The session is over. */
  ended: () => void;
}

export const hands: SessionHands = {
  csrfToken: '',
  renew: async () => {},
  confirmPassword: async () => false,
  ended: () => {},
};

/** Changes something; throws a `Problem` for everything but a good answer. A password that is asked for is asked for here. */
export async function send<M extends Method, const Path extends WritePath<M>>(
  method: M,
  write: Write<M, Path>,
): Promise<AnswerTo<M, Path>> {
  const address = addressOf({ path: write.path, parts: write.parts, query: write.query } as unknown as Question<never>);
  const asking = () => once(method, address, write.body, write.idempotencyKey, write.signal);
  let answer = await asking();
  if (answer.problem?.code === 'invalid_csrf_token') {
    await hands.renew();
    answer = await asking();
  }
  if (answer.problem?.code === 'sudo_required' && (await hands.confirmPassword())) answer = await asking();
  if (answer.problem) {
    if (answer.problem.status === 401) hands.ended();
    throw answer.problem;
  }
  return answer.body as AnswerTo<M, Path>;
}

async function once(
  method: Method,
  address: string,
  body: unknown,
  key: string | undefined,
  signal: AbortSignal | undefined,
) {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-service-client': serviceClient,
    'x-csrf-token': hands.csrfToken,
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  let response: Response;
  try {
    response = await fetch(address, {
      method: method.toUpperCase(),
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    return { problem: unreachable() as Problem, body: undefined };
  } finally {
    // Also where no answer came: it may have been done.
    askAnew();
  }
  if (!response.ok) return { problem: await problemOf(response), body: undefined };
  const text = await response.text();
  return { problem: null, body: text ? (JSON.parse(text) as unknown) : undefined };
}
