import type { Body } from '../../../api/client';

type Read = Body<'/session/research/pages/{id}/document'>['blocks'][number];
export type BlockKind = Read['kind'];
export type Attributes = Record<string, unknown>;

/** A block as the editor holds it: one that was read has an id, a new one a key of its own. */
export interface EditorBlock {
  id: number | null;
  key: string | null;
  kind: BlockKind;
  body: string;
  attrs: Attributes;
}

/** What a node of the editor carries of its block, so that nothing of it is lost. */
export interface Carried {
  id: number | null;
  key: string | null;
  kind: BlockKind;
  /** As it was read; null for a block that was begun here. */
  body: string | null;
  attrs: Attributes;
}

/** A node of the editor's document, as JSON. */
export interface Node {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  marks?: Mark[];
  text?: string;
}

export interface Mark {
  type: 'bold' | 'italic' | 'strike' | 'code' | 'link';
  attrs?: Record<string, unknown>;
}

/** A client's own name for a block that has no id yet. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sameJson = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);

/** JSON whose members stand in one order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

export const sameContent = (
  one: Pick<EditorBlock, 'kind' | 'body' | 'attrs'>,
  other: Pick<EditorBlock, 'kind' | 'body' | 'attrs'>,
) => one.kind === other.kind && one.body === other.body && sameJson(one.attrs, other.attrs);
