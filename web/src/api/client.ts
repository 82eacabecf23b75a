import type { paths as PublicPaths } from './generated/public';
import type { paths as SessionPaths } from './generated/session';
import { basePath } from './deployment';
import { problemOf, unreachable, type Problem } from './problem';

type Paths = PublicPaths & SessionPaths;

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;

/** The paths that answer GET with JSON. */
export type GetPath = {
  [Path in keyof Paths]: Paths[Path] extends {
    get: { responses: { 200: { content: { 'application/json': unknown } } } };
  }
    ? Path
    : never;
}[keyof Paths];

/** The body of a path's good answer, as the OpenAPI document says. */
export type Body<Path extends GetPath> = Paths[Path] extends { get: { responses: { 200: infer Answer } } }
  ? Json<Answer>
  : never;

type QueryOf<Path extends GetPath> = Paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? Query
  : never;
type PathOf<Path extends GetPath> = Paths[Path] extends { get: { parameters: { path: infer Parts } } }
  ? Parts
  : undefined;

/** A list of the query is written with commas. */
type Written<Value> = Value extends (infer Item)[] ? Item[] | string : Value;

/** What is asked of the API: the documented path, and what fills it. */
export interface Question<Path extends GetPath> {
  path: Path;
  parts?: PathOf<Path>;
  query?: { [Name in keyof QueryOf<Path>]?: Written<QueryOf<Path>[Name]> | undefined };
}

/** The address below the origin that a question is asked at; it is shown as "API" beside the figures. */
export function addressOf<Path extends GetPath>(question: Question<Path>): string {
  const parts = (question.parts ?? {}) as Record<string, string | number>;
  const path = question.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((question.query ?? {}) as Record<string, unknown>)) {
    // A name with brackets stands once for each item.
    if (name.endsWith('[]') && Array.isArray(value)) value.forEach((item) => query.append(name, String(item)));
    else if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `${basePath}${path}${text ? `?${text}` : ''}`;
}

/** Asks the API; throws a `Problem` for everything but a good answer. */
export async function get<Path extends GetPath>(question: Question<Path>): Promise<Body<Path>> {
  return (await getAt(addressOf(question))) as Body<Path>;
}

/** Questions that are on their way: parts of a page that ask the same at once share the answer. */
const asked = new Map<string, Promise<unknown>>();

/** Something has changed: what is on its way may tell of the time before, and is shared with nobody who asks from now on. */
export const askAnew = () => asked.clear();

/** Asks an address below the origin. */
export function getAt(address: string): Promise<unknown> {
  const shared = asked.get(address);
  if (shared) return shared;
  const answer = fetchJson(address).finally(() => asked.get(address) === answer && asked.delete(address));
  asked.set(address, answer);
  return answer;
}

const fetchJson = async (address: string): Promise<unknown> => (await fetchGood(address, 'application/json')).json();

/** Asks for an answer that is a text. */
export const getText = async (address: string): Promise<string> => (await fetchGood(address, '*/*')).text();

async function fetchGood(address: string, accept: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { headers: { accept } });
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export type { Problem };
