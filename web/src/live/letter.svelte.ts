import { here } from '../router/location.svelte';

const pages = { recovery: '/recovery', invitation: '/invitation' } as const;
type Kind = keyof typeof pages;

/**
 * The token of a letter. Its link has it behind the #, where no server sees it; here it goes out of the address, so that neither
 * the history nor a neighbour's eye keeps it, and stands in memory alone until its page redeems it.
 */
class Letter {
  #tokens = $state<Partial<Record<Kind, string>>>({});

  token(kind: Kind): string {
    return this.#tokens[kind] ?? '';
  }

  /** It was redeemed, or is worth nothing. */
  forget(kind: Kind): void {
    delete this.#tokens[kind];
  }

  start(): void {
    this.#read();
    addEventListener('hashchange', () => this.#read());
  }

  #read(): void {
    const [, kind, token] = /^#(recovery|invitation)=([\w-]+)$/.exec(location.hash) ?? [];
    if (!kind || !token) return;
    this.#tokens[kind as Kind] = token;
    here.go(pages[kind as Kind], { replace: true });
  }
}

export const letter = new Letter();
