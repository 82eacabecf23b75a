import { toast } from './toasts.svelte';

/** Copies a text, and tells the reader what became of it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    toast('The browser did not let the text be copied');
  }
}
