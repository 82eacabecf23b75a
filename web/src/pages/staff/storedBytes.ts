import type { Component } from './modules';
import { bytes } from '../../figures/bytes';

/** The bytes that a component has stored of every kind; null where the store did not tell. */
export const storedBytes = ({ stored }: Component) =>
  stored && stored.table_bytes + stored.object_bytes + stored.key_value_bytes;

/** "8.2 kB in tables of its own, 52 MB in files" */
export function storedBy({ stored }: Component): string {
  if (!stored) return 'could not be measured now';
  const kinds: [number, string][] = [
    [stored.table_bytes, 'in tables of its own'],
    [stored.object_bytes, 'in files'],
    [stored.key_value_bytes, 'in values by key'],
  ];
  return (
    kinds
      .filter(([size]) => size > 0)
      .map(([size, where]) => `${bytes(size)} ${where}`)
      .join(', ') || 'nothing'
  );
}
