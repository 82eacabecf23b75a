import { flushSync } from 'svelte';

/** Sets something up as a component would, with its effects, until it is stopped. */
export function withEffects<Value>(set: () => Value): { value: Value; stop: () => void } {
  let value: Value | undefined;
  const stop = $effect.root(() => {
    value = set();
  });
  flushSync();
  return { value: value as Value, stop };
}

/** Something that effects follow. */
export function cell<Value>(value: Value): { value: Value } {
  const made = $state({ value });
  return made;
}
