import type { Body } from '../../api/client';
import { count } from '../../figures/text';

export type Status = Body<'/public/status'>;
export type ProbeDay = Status['probe_history'][number];

/** The state of the service in a word and a tone. */
export function stateOf(body: Status): { tone: 'up' | 'warn' | 'down'; text: string } {
  if (!body.warehouse.reachable) return { tone: 'down', text: 'Warehouse down' };
  const open = body.notices.filter((notice) => !notice.resolved_at).length;
  return open > 0 ? { tone: 'warn', text: count(open, 'open notice') } : { tone: 'up', text: 'Serving' };
}

/** The last 90 days, each with what was measured of it, if anything was. */
export function lastDays(days: ProbeDay[], today: string): { day: string; probed: ProbeDay | null }[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const end = Date.parse(`${today.slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: 90 }, (_, place) => {
    const day = new Date(end - (89 - place) * 86_400_000).toISOString().slice(0, 10);
    return { day, probed: known.get(day) ?? null };
  });
}

const tiers: Record<string, string> = {
  api: 'API',
  app_store: 'Store of accounts',
  ingest: 'Ingest',
  objects: 'Store of files',
  warehouse: 'Warehouse, statements',
};
export const tierName = (tier: string) => tiers[tier] ?? tier.replaceAll('_', ' ');

/** Tone and word of a state. */
export const tierStates: Record<string, [tone: string, word: string]> = {
  operational: ['up', 'At work'],
  degraded: ['warn', 'Degraded'],
  down: ['down', 'Down'],
  outage: ['down', 'Down'],
  unused: ['', 'Unused'],
  unknown: ['', 'Not known'],
};
