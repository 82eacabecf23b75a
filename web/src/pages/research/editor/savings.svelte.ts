import { untrack } from 'svelte';
import { hold, release } from '../../../live/unsaved';
import { viewer } from '../../../live/viewer.svelte';
import { everythingLeft, type Left } from './left';
import { Saving } from './saving.svelte';

/** Pages that are written in this tab, and those whose editor has gone and whose text the service does not have yet. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- a register: pages are told by the savings in it
const savings = new Map<string, Saving>();
const nameOf = (person: number, page: number) => `${person} ${page}`;

/** Saves the page for that person: the one that an editor left unsaved goes on where it was. */
export const savingOf = (person: number, page: { id: number; title: string }): Saving =>
  savings.get(nameOf(person, page.id)) ?? begin(person, page);

/** The text that an editor left unsaved; empty where there is none. */
export function textLeft(person: number, page: number): string {
  const saving = savings.get(nameOf(person, page));
  return saving?.isUnsaved ? saving.text : '';
}

/** Its writer has copied it, or does without it. */
export const letGo = (person: number, page: number): void => savings.get(nameOf(person, page))?.letGo();

function begin(person: number, page: { id: number; title: string }, left?: Left): Saving {
  const name = nameOf(person, page.id);
  const over = () => {
    savings.delete(name);
    release(saving);
  };
  const saving = new Saving(person, page, over, left);
  savings.set(name, saving);
  hold(saving);
  return saving;
}

const again = () => savings.forEach((saving) => saving.again());
for (const left of everythingLeft()) begin(left.person, left.page, left);
// Signed in again, perhaps in another tab: what waited for its writer goes on its way.
$effect.root(() => {
  $effect(() => {
    if (viewer.person) untrack(again);
  });
});
addEventListener('online', again);
