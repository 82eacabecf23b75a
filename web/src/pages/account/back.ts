import { match, type Route } from '../../router/match';

/** The page to lead back to after a sign-in: one of this application's own, whatever the address asks for. */
export function pageBack(asked: string, origin: string, routes: readonly Route[]): string {
  const start = '/';
  let url: URL;
  try {
    url = new URL(asked || start, origin);
  } catch {
    return start;
  }
  const found = url.origin === origin ? match(routes, url.pathname) : null;
  const isWayIn = found && ['sign_in', 'signed_in', 'recovery', 'invitation'].includes(found.route.key);
  return found && !isWayIn ? url.pathname + url.search + url.hash : start;
}
