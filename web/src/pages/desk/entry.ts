import type { Body } from '../../api/client';
import { switches } from '../../live/switches.svelte';
import { routes } from '../../router/location.svelte';

export type Entry = Body<'/session/notifications'>['notifications'][number];

/** Word and tone of each kind of entry. */
export const kinds: Record<Entry['kind'], { word: string; tone: string }> = {
  comment: { word: 'Comment', tone: '' },
  reply: { word: 'Reply', tone: '' },
  mention: { word: 'Mention', tone: 'info' },
  export: { word: 'Export', tone: 'up' },
  webhook_disabled: { word: 'Webhook disabled', tone: 'down' },
  webhook_creator_left: { word: 'Webhook of a former admin', tone: 'warn' },
  price_alert: { word: 'Price alert', tone: 'warn' },
  watch: { word: 'Watch', tone: 'warn' },
  alert_taken_back: { word: 'Alert taken back', tone: 'down' },
  price_alerts_paused: { word: 'Price alerts paused', tone: 'warn' },
  token_lookup: { word: 'Token to look up', tone: 'warn' },
};

/** The page that an entry is about, where there is one. */
export function placeOf(entry: Entry): string | undefined {
  if (entry.page_id !== null) return filled('research.page', entry.page_id);
  if (entry.kind === 'export') return filled('data.request', entry.subject_id);
  if (entry.subject_type === 'alert_firing') return filled('alerts');
  if (entry.kind === 'price_alerts_paused') return filled('alerts');
  return entry.subject_type === 'webhook' ? filled('organizations') : undefined;
}

function filled(key: string, id?: number): string | undefined {
  const path = switches.offers(key) ? routes.find((route) => route.key === key)?.path : undefined;
  return path?.replace(/:\w+/, String(id));
}
