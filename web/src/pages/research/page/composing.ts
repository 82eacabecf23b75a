import { viewer } from '../../../live/viewer.svelte';

/** A comment that is being written, and who is named in it. */
export interface Composing {
  body: string;
  named: Map<number, string>;
}

const written = new Map<string, Composing>();

/** What the person has written to that target and not sent: it waits in this tab while another block is chosen, or another page. */
export function composingTo(target: string): Composing {
  const name = `${viewer.person?.id ?? 0} ${target}`;
  const found = written.get(name) ?? { body: '', named: new Map() };
  written.set(name, found);
  return found;
}
