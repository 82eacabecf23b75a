import type { Body } from '../../api/client';
import { bytes } from '../../figures/bytes';

export type Storage = Body<'/session/spaces/{id}'>['storage'];

/** "1.5 MB of 1.1 GB"; "1.5 MB, without a limit" */
export const held = ({ used_bytes, limit_bytes }: Storage) =>
  limit_bytes === null ? `${bytes(used_bytes)}, without a limit` : `${bytes(used_bytes)} of ${bytes(limit_bytes)}`;

/** How much of its room a space has used: from 0 to 1, or more where its plan became smaller; null without a limit. */
export function share({ used_bytes, limit_bytes }: Storage): number | null {
  if (limit_bytes === null) return null;
  return limit_bytes === 0 ? 1 : used_bytes / limit_bytes;
}
