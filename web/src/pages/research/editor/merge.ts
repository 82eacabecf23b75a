import { sameContent, type EditorBlock } from './blocks';

/** A block as the service has it. */
export type StoredBlock = Omit<EditorBlock, 'id' | 'key'> & { id: number; version: number };

/** What differed on both sides. Null is a block that is gone. */
export interface Clash {
  id: number;
  mine: EditorBlock | null;
  theirs: StoredBlock | null;
}
export type Choice = 'mine' | 'theirs' | 'both';

/** The clashes with what others have by now; null where that is what was shown. */
export function changedAgain(clashes: readonly Clash[], stored: readonly StoredBlock[]): Clash[] | null {
  const now = clashes.map((clash) => ({ ...clash, theirs: stored.find((block) => block.id === clash.id) ?? null }));
  const isAsShown = ({ theirs }: Clash, place: number) => {
    const shown = clashes[place]?.theirs ?? null;
    return theirs && shown ? sameContent(theirs, shown) : theirs === shown;
  };
  return now.every(isAsShown) ? null : now;
}

/** True where the two are the same blocks in the same order. */
export function sameDocument(mine: readonly EditorBlock[], stored: readonly StoredBlock[]): boolean {
  return (
    mine.length === stored.length &&
    mine.every((block, place) => block.id === stored[place]?.id && sameContent(block, stored[place] as StoredBlock))
  );
}

/**
 * The document of the service with what was changed here since it was read. `base` is what was read, `mine` is what stands here,
 * `theirs` what the service has now. Where both sides changed a block, `choose` decides.
 */
export function rebased(
  base: readonly StoredBlock[],
  mine: readonly EditorBlock[],
  theirs: readonly StoredBlock[],
  choose: (id: number) => Choice,
  fresh: () => string = () => '',
): EditorBlock[] {
  const before = new Map(base.map((block) => [block.id, block]));
  const here = new Map(mine.flatMap((block) => (block.id === null ? [] : [[block.id, block] as const])));
  const there = new Map(theirs.map((block) => [block.id, block]));
  const list: EditorBlock[] = [];
  for (const block of theirs) {
    const own = here.get(block.id);
    const read = before.get(block.id);
    const kept: EditorBlock = { id: block.id, key: null, kind: block.kind, body: block.body, attrs: block.attrs };
    const isTheirs = !read || !sameContent(read, block);
    if (!own) {
      // Removed here: it stays where the others changed it meanwhile.
      if (!read || (isTheirs && choose(block.id) !== 'mine')) list.push(kept);
      continue;
    }
    const isMine = !read || !sameContent(read, own);
    if (!isMine || sameContent(own, block)) list.push(kept);
    else if (!isTheirs) list.push(own);
    else {
      const choice = choose(block.id);
      if (choice !== 'mine') list.push(kept);
      if (choice === 'mine') list.push(own);
      if (choice === 'both') list.push({ ...own, id: null, key: fresh() });
    }
  }
  // Blocks that are new here, and those that others removed while they were changed here, stand behind what they stood behind.
  mine.forEach((block, place) => {
    if (block.id !== null && there.has(block.id)) return;
    const read = block.id === null ? null : before.get(block.id);
    if (read && (sameContent(read, block) || choose(read.id) === 'theirs')) return;
    const earlier = mine.slice(0, place).findLast((one) => list.some((other) => same(one, other)));
    const at = earlier ? list.findIndex((other) => same(earlier, other)) + 1 : 0;
    list.splice(at, 0, block);
  });
  return inMyOrder(base, mine, theirs, list);
}

/**
 * The same where nobody has chosen yet. What stands here stays, and `clashes` has the blocks that others changed as well: they must be
 * sent as they were read before, so that the service asks about them. What others changed and was removed here stands again.
 */
export function merged(
  base: readonly StoredBlock[],
  mine: readonly EditorBlock[],
  theirs: readonly StoredBlock[],
): { blocks: EditorBlock[]; clashes: Set<number> } {
  const here = new Set(mine.map((block) => block.id));
  const clashes = new Set<number>();
  const blocks = rebased(base, mine, theirs, (id) => {
    if (!here.has(id)) return 'theirs';
    clashes.add(id);
    return 'mine';
  });
  return { blocks, clashes };
}

const same = (one: EditorBlock, other: EditorBlock) => (one.id === null ? one.key === other.key : one.id === other.id);

/** Moved here, and by nobody else: the order of this side stands. */
function inMyOrder(
  base: readonly StoredBlock[],
  mine: readonly EditorBlock[],
  theirs: readonly StoredBlock[],
  list: EditorBlock[],
): EditorBlock[] {
  const shared = new Set(
    base
      .map((block) => block.id)
      .filter((id) => mine.some((one) => one.id === id) && theirs.some((one) => one.id === id)),
  );
  const orderOf = (blocks: readonly { id: number | null }[]) =>
    blocks.flatMap((block) => (block.id !== null && shared.has(block.id) ? [block.id] : []));
  const [read, own, others] = [orderOf(base).join(), orderOf(mine), orderOf(theirs).join()];
  if (own.join() === read || others !== read) return list;
  // Each block takes along what stands right behind it and is not of the order.
  const groups = new Map<number, EditorBlock[]>();
  const first: EditorBlock[] = [];
  let into = first;
  for (const block of list) {
    if (block.id !== null && shared.has(block.id)) groups.set(block.id, (into = [block]));
    else into.push(block);
  }
  return [...first, ...own.flatMap((id) => groups.get(id) ?? [])];
}
