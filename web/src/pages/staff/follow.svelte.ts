import { untrack } from 'svelte';
import type { Loaded } from '../../api/loaded.svelte';
import { switches } from '../../live/switches.svelte';

/** Asks a list of switches again when somebody else has turned one. To be called while a component is set up. */
export function followSwitches(list: Loaded<unknown>): void {
  let seen = untrack(() => switches.turn);
  $effect(() => {
    if (switches.turn === seen) return;
    seen = switches.turn;
    untrack(() => list.again());
  });
}
