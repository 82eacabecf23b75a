import type { Body } from '../../api/client';
import { viewer } from '../../live/viewer.svelte';

export type Entry = Body<'/session/admin/audit'>['entries'][number];

/** Who did it, in words. */
export function actorOf(entry: Entry): string {
  if (entry.actor) return entry.actor.email ?? `person ${entry.actor.user_id}, whose account is gone`;
  if (entry.actor_kind === 'key') return `key ${entry.actor_key_id ?? ''}`;
  return entry.actor_kind === 'job' ? 'a job' : 'nobody';
}

/** The room in which a thing of that kind is looked at, and the permission that opens it. */
const places: Record<string, [place: string, needs: string]> = {
  organization: ['/staff/organizations', 'orgs_manage'],
  plan: ['/staff/plans', 'plans_manage'],
  module: ['/staff/modules', 'modules_manage'],
};

/** Where what was changed is looked at; null where it has no page, or none that the viewer may open. */
export function placeOf(entry: Entry): string | null {
  const [place, needs] = places[entry.target_type] ?? [];
  return place && needs && viewer.may(needs) ? `${place}/${encodeURIComponent(entry.target_id)}` : null;
}

export interface Difference {
  name: string;
  before: string | null;
  after: string | null;
}

/** The members in which the thing before and the thing afterwards differ. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [one, other] = [members(before), members(after)];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names
    .map((name) => ({ name, before: written(one[name]), after: written(other[name]) }))
    .filter((each) => each.before !== each.after);
}

function members(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

function written(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
