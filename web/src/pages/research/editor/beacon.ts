import { sameContent, type EditorBlock } from './blocks';
import type { StoredBlock } from './merge';

/** A beacon holds as much. */
const MOST = 65_536;

/** What a closing tab sends of a text: blocks that were changed, and ids of those that were removed; null where they are too many. */
export function beaconOf(
  version: number,
  base: readonly StoredBlock[],
  blocks: readonly EditorBlock[],
  sent: (block: EditorBlock) => unknown,
): string | null {
  const read = new Map(base.map((block) => [block.id, block]));
  // A block that is new, or that came back, goes behind the one that is sent before it.
  const isNew = (block: EditorBlock | undefined) => !!block && (block.id === null || !read.has(block.id));
  const isChanged = (block: EditorBlock) => isNew(block) || !sameContent(block, read.get(block.id ?? 0) as StoredBlock);
  const changed = blocks.filter((block, place) => isChanged(block) || isNew(blocks[place + 1]));
  const removed = base.filter((block) => !blocks.some((one) => one.id === block.id)).map((block) => block.id);
  const body = JSON.stringify({ base_version: version, changed: changed.map(sent), removed });
  return new Blob([body]).size > MOST ? null : body;
}
