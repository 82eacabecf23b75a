import type { Body } from '../../api/client';
import { bytes } from '../../figures/bytes';
import { plain } from '../../figures/text';

export type Storage = Body<'/session/spaces/{id}'>['storage'];
type Bytes = Pick<Storage, 'used_bytes' | 'limit_bytes'>;

/** "It may hold 512 MB at most: the bound of your plan (Free)."; nothing without a limit */
export const bound = ({ limit_bytes, limit_source }: Pick<Storage, 'limit_bytes' | 'limit_source'>) =>
  limit_bytes === null
    ? ''
    : `It may hold ${bytes(limit_bytes)} at most${limit_source ? `: the bound of ${plain(limit_source, 200)}` : ''}.`;

/** "1.5 MB of 1.1 GB"; "1.5 MB, without a limit" */
export const held = ({ used_bytes, limit_bytes }: Bytes) =>
  limit_bytes === null ? `${bytes(used_bytes)}, without a limit` : `${bytes(used_bytes)} of ${bytes(limit_bytes)}`;

/** How much of its room a space has used: from 0 to 1, or more where its plan became smaller; null without a limit. */
export function share({ used_bytes, limit_bytes }: Bytes): number | null {
  if (limit_bytes === null) return null;
  return limit_bytes === 0 ? 1 : used_bytes / limit_bytes;
}
