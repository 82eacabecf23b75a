import { tab } from '../../../live/tab';
import { KEPT } from '../../../live/unsaved';
import type { EditorBlock } from './blocks';
import type { StoredBlock } from './merge';

/** The unsaved text of a page, with everything that its next save needs: it is sent on as if its editor had never gone. */
export interface Left {
  person: number;
  page: { id: number; title: string };
  blocks: EditorBlock[];
  base: StoredBlock[];
  /** The version of the document, and those of its blocks, as they were read. */
  version: number;
  versions: [number, number][];
  /** Ids of blocks that were begun here, by their keys. */
  ids: [string, number][];
  /** Blocks that the service is to ask about. */
  asked: number[];
  refusedDraft: number | null;
}

const nameOf = (person: number, page: number) => `${KEPT}${person}-${page}`;

/** Keeps it in this tab, for the person alone; false where it would not outlast the page. */
export const keepLeft = (left: Left): boolean => tab.keep(nameOf(left.person, left.page.id), JSON.stringify(left));

export const forgetLeft = (person: number, page: number): void => tab.forget(nameOf(person, page));

/** What earlier pages of this tab left. */
export const everythingLeft = (): Left[] => tab.names(KEPT).map((name) => JSON.parse(tab.read(name) ?? '') as Left);
