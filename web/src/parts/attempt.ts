import { refusal, toast } from './toasts.svelte';

/** Does a step that has no form, and tells the reader that it is done, or why it was refused. */
export async function attempt<Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> {
  try {
    const result = await work();
    if (done) toast(done);
    return result;
  } catch (error) {
    refusal(error);
    return undefined;
  }
}
