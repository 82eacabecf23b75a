import { load } from '../api/loaded.svelte';
import { chainName } from '../words/names';

/** The chains that a reader may choose among, each with its name. To be called while a component is set up. */
export function knownChains(): { readonly choices: [chain: string, name: string][] } {
  const home = load(() => ({ path: '/public/home' }));
  return {
    get choices() {
      return (home.data?.chains ?? []).map(({ chain }): [string, string] => [chain, chainName(chain)]);
    },
  };
}
