import type { Body } from '../../api/client';
import { switches } from '../../live/switches.svelte';
import { routes } from '../../router/location.svelte';
import { nameOfAlert } from './alert';

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

/** The page that an entry is about, where there is one: the thing itself, as far as it is there still. */
export function placeOf(entry: Entry): string | undefined {
  if (entry.page_id !== null) return filled('research.page', entry.page_id);
  if (entry.kind === 'export') return filled('data.request', entry.subject_id);
  if (entry.subject_type === 'alert_firing') {
    const alerts = filled('alerts');
    const name =
      entry.price_alert_id !== null
        ? nameOfAlert('price', entry.price_alert_id)
        : entry.watch_id !== null
          ? nameOfAlert('watch', entry.watch_id)
          : '';
    return alerts && name ? `${alerts}#${name}` : alerts;
  }
  if (entry.kind === 'price_alerts_paused') return filled('alerts');
  if (entry.subject_type !== 'webhook') return undefined;
  return entry.organization_id === null
    ? filled('organizations')
    : filled('organizations.webhook', entry.organization_id, entry.subject_id);
}

function filled(key: string, ...ids: number[]): string | undefined {
  const path = switches.offers(key) ? routes.find((route) => route.key === key)?.path : undefined;
  return path?.replace(/:\w+/g, () => String(ids.shift()));
}
