import { untrack } from 'svelte';

/**
 * What is entered for a thing that was read. When it is read again the field follows, unless something else was entered meanwhile.
 * To be called while a component is set up; `read` gives nothing until the thing is known.
 */
export function draft<Value extends string | boolean>(
  read: () => Value | null | undefined,
  otherwise: Value,
): { value: Value; saved(): void } {
  let value = $state<Value>(otherwise);
  let seen = otherwise;
  $effect(() => {
    const next = read();
    if (next === undefined || next === null) return;
    untrack(() => {
      if (value === seen) value = next;
      seen = next;
    });
  });
  return {
    get value() {
      return value;
    },
    set value(entered) {
      value = entered;
    },
    /** What stands in the field was sent: what the service made of it is shown. */
    saved() {
      seen = value;
    },
  };
}
