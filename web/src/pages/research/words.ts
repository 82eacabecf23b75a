import type { Body } from '../../api/client';
import { plain } from '../../figures/text';
import { switches } from '../../live/switches.svelte';

export type PageOfResearch = Body<'/session/research'>['recent_pages'][number];
export type Project = Body<'/session/research/projects/{id}'>;
export type Folder = Project['folders'][number];
export type Template = Project['templates'][number];
export type PageStatus = PageOfResearch['status'];

/** Tone and word of what a page's author says of it. */
export const statusWords: Record<PageStatus, [tone: string, word: string]> = {
  draft: ['', 'Draft'],
  in_review: ['info', 'In review'],
  final: ['up', 'Final'],
};
export const statusChoices = Object.entries(statusWords).map(([value, [, word]]): [string, string] => [value, word]);

/** "Aave, liquidations" and "#aave liquidations" are the same tags. */
export function tagsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .flatMap((part) => part.split(/\s+(?=#)/))
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter(Boolean);
}

/** Where a page is written; where it is read, while writing is switched off. */
export const editAddress = (page: number) =>
  `/research/pages/${page}${switches.offers('research.edit') ? '/edit' : ''}`;

/**
 * Why a text is not saved. `waiting`: the service did not answer; it is asked again by itself. `refused`: it will not
 * take the text as it is.
 */
export type Hindrance = 'waiting' | 'signed-out' | 'refused' | 'conflict';

/** What is said of a text that its writer left before it was saved. */
export function notSaved(why: Hindrance, title: string): string {
  const reasons: Record<Hindrance, string> = {
    waiting: 'the service does not answer. It is sent again as long as this tab is open',
    'signed-out': 'your session has ended. This tab keeps it until you have signed in',
    refused: 'the service refused it. This tab keeps it: edit the page again',
    conflict: 'somebody changed the same blocks. It is kept, and offered when you edit the page',
  };
  return `Your text of “${plain(title, 60)}” is not saved: ${reasons[why]}.`;
}

/** Starting letters of a name, for a face without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The changes of a space's research that a page is told of. */
export interface Told {
  space_id?: number;
  project_id?: number;
  page_id?: number;
  document_version?: number;
}
