import list from '../../routes.json';
import { addressOfPage, match, type Matched, type Route } from './match';

export const routes = list as Route[];

/** Where the reader is. */
class Location {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state(location.hash);
  /** Counts moves to another path, for what has to happen at each. */
  moves = $state(0);
  matched: Matched | null = $derived(match(routes, this.path));

  /** Goes to an address of this application. */
  go(address: string, { replace = false, stay = false } = {}): void {
    const url = new URL(address, location.href);
    history[replace ? 'replaceState' : 'pushState'](null, '', url);
    this.#follow(stay);
  }

  /** Changes members of the query; an empty value takes one away. The place on the page stays. */
  ask(changes: Record<string, string | null>): void {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    this.go(addressOfPage(this.path, Object.fromEntries(query)), { stay: true });
  }

  /** A member of the query, or what stands for it. */
  asked(name: string, otherwise = ''): string {
    return this.query.get(name) ?? otherwise;
  }

  #follow(stay: boolean): void {
    const before = this.path;
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash;
    if (stay && before === this.path) return;
    this.moves += 1;
    if (!location.hash) scrollTo(0, 0);
  }

  /** Follows the browser's own steps and the links of pages. */
  start(): void {
    addEventListener('popstate', () => this.#follow(true));
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      const isHere = link.pathname === location.pathname && link.search === location.search;
      if ((isHere && link.hash) || !match(routes, link.pathname)) return;
      event.preventDefault();
      this.go(link.href);
    });
  }
}

export const here = new Location();
