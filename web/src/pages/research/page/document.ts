import type { Body } from '../../../api/client';

export type ReadPage = Body<'/session/research/pages/{id}'>;
export type ReadBlock = ReadPage['blocks'][number];
export type PageFile = ReadPage['files'][number];
export type Thread = Body<'/session/research/pages/{id}/threads'>['threads'][number];
export type Comment = Thread['comment'];

/** An attribute of a block as a text; empty where it has none. */
export function textOf(block: { attrs: Record<string, unknown> }, name: string): string {
  const value = block.attrs[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The rank of each heading below the page's title: the highest of the page are of the second rank, and none is left out on the way. */
export function headingRanks(
  blocks: readonly { id: number; kind: string; attrs: Record<string, unknown> }[],
): Map<number, number> {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const levelOf = (block: { attrs: Record<string, unknown> }) => Number(block.attrs['level'] ?? 1);
  const highest = Math.min(...headings.map(levelOf));
  let before = 1;
  return new Map(headings.map((block) => [block.id, (before = Math.min(levelOf(block) - highest + 2, before + 1))]));
}

/** One paragraph's HTML without its element, for headings. */
export const inlineHtml = (html: string) =>
  html
    .trim()
    .replace(/^<p>([\s\S]*)<\/p>$/, '$1')
    .replaceAll('</p>\n<p>', '<br>');
