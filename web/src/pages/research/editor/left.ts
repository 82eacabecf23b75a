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

/** Keeps it in this tab, for the person alone; false where the browser does not. */
export function keepLeft(left: Left): boolean {
  try {
    sessionStorage.setItem(nameOf(left.person, left.page.id), JSON.stringify(left));
    return true;
  } catch {
    return false;
  }
}

export function forgetLeft(person: number, page: number): void {
  try {
    sessionStorage.removeItem(nameOf(person, page));
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

/** What earlier pages of this tab left. */
export function everythingLeft(): Left[] {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(KEPT));
    return names.map((name) => JSON.parse(sessionStorage.getItem(name) ?? '') as Left);
  } catch {
    return [];
  }
}
