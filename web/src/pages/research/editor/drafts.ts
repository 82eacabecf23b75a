import { get } from '../../../api/client';
import { sameContent, type EditorBlock } from './blocks';
import type { StoredBlock } from './merge';
import type { Draft } from './saving.svelte';

type Content = Pick<StoredBlock, 'id' | 'kind' | 'body' | 'attrs'>;

/**
 * The blocks of a draft whose text stands nowhere else. A draft may be a whole document: what the page says anyway, and what a block said
 * before it was written (`read`) is nothing that was lost.
 */
export function lostOf(
  draft: Pick<Draft, 'blocks'>,
  here: readonly EditorBlock[],
  read: readonly Content[],
): EditorBlock[] {
  return draft.blocks.flatMap(({ id, kind, body, attrs: sent }) => {
    const attrs = (sent ?? {}) as Record<string, unknown>;
    const block: EditorBlock = { id: null, key: null, kind, body, attrs };
    const isText = body !== '' || Object.keys(attrs).length > 0;
    const stands =
      here.some((other) => sameContent(block, other)) ||
      read.some((other) => other.id === id && sameContent(block, other));
    return isText && !stands ? [block] : [];
  });
}

/**
 * What the blocks said about when the draft's writer read them: the versions of the page that are next to it; empty
 * where there is none.
 */
export async function readBefore(pageId: number, draft: Pick<Draft, 'base_version'>): Promise<Content[]> {
  const { versions } = await get({
    path: '/session/research/pages/{id}/history',
    parts: { id: pageId },
    query: { limit: 500 },
  });
  const ordered = [...versions].sort((one, other) => one.document_version - other.document_version);
  const beside = [
    ordered.findLast((one) => one.document_version <= draft.base_version),
    ordered.find((one) => one.document_version > draft.base_version),
  ];
  const read = beside.map(async (version) =>
    version
      ? (
          await get({
            path: '/session/research/pages/{id}/page-versions/{version_id}',
            parts: { id: pageId, version_id: version.id },
          })
        ).blocks
      : [],
  );
  return (await Promise.all(read)).flat() as Content[];
}
