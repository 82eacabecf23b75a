/** A page's row in `routes.json`, the list that the host, the staff's switchboard and this application share. */
export interface Route {
  key: string;
  name: string;
  path: string;
  module: string | null;
  summary: string;
  /** The public operation whose answer decides the status of the page's address. */
  api: string;
}

export interface Matched {
  route: Route;
  parts: Record<string, string>;
}

/** The first route whose pattern the path has. */
export function match(routes: readonly Route[], path: string): Matched | null {
  const asked = segments(path);
  for (const route of routes) {
    const parts = matchOne(segments(route.path), asked);
    if (parts) return { route, parts };
  }
  return null;
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function matchOne(pattern: string[], asked: string[]): Record<string, string> | null {
  if (pattern.length !== asked.length) return null;
  const parts: Record<string, string> = {};
  for (const [place, part] of pattern.entries()) {
    const given = asked[place] as string;
    if (!part.startsWith(':')) {
      if (part !== given) return null;
      continue;
    }
    try {
      parts[part.slice(1)] = decodeURIComponent(given);
    } catch {
      return null;
    }
  }
  return parts;
}

/** The address of a page: its path with the parts filled in, and what of the query is not empty. */
export function addressOfPage(path: string, query: Record<string, string | null | undefined> = {}): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(kept).toString();
  return text ? `${path}?${text}` : path;
}
