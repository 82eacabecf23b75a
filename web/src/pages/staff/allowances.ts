import { Problem } from '../../api/problem';
import type { Body } from '../../api/client';

export type Plan = Body<'/session/admin/plans'>['plans'][number];
export type PlanFields = Body<'/session/admin/plans/new'>['plan'];

/** The limits of a plan, in the order of the forms; a null one is unlimited, but for the bytes of a space. */
export const limits = [
  ['api_requests_per_hour', 'API requests an hour, each key'],
  ['mcp_calls_per_day', 'Calls of assistants a day'],
  ['saved_views', 'Saved views of a person'],
  ['favourites', 'Favourite markets of a person'],
  ['alerts', 'Alerts of a person'],
  ['extra_spaces', 'Spaces beyond the first'],
  ['space_bytes', 'Bytes of each space'],
  ['exports_per_month', 'Exports of a person in a month'],
  ['rows_per_export', 'Rows of an export'],
] as const;
export const entitlements = [
  ['api_access', 'Keys may use the API'],
  ['data_downloads', 'Data downloads'],
] as const;

const names = new Map<string, string>([...limits, ...entitlements]);
export const allowanceName = (name: string) => names.get(name) ?? name.replaceAll('_', ' ');

/** What a limit without a number means: no plan lets a space hold more than the configuration of the deployment does. */
export const unbounded = (name?: string) => (name === 'space_bytes' ? 'As configured' : 'Unlimited');

/** What stands in the field of a limit: nothing is unlimited. */
export const written = (limit: number | null | undefined) =>
  limit === null || limit === undefined ? '' : String(limit);

/** The limit that was entered; refused at its field where it is not a whole number, since an empty one would be unlimited. */
export function limitOf(name: string, text: string): number | null {
  const entered = text.trim().replaceAll(',', '');
  if (entered === '') return null;
  if (/^\d{1,15}$/.test(entered)) return Number(entered);
  const detail = 'A whole number, or nothing for unlimited.';
  throw new Problem(422, 'invalid_parameter', detail, null, { fields: { [name]: detail } });
}
