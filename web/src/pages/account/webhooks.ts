import { plain } from '../../figures/text';

export type WebhookEvent =
  'chain_event.created' | 'data_export.ready' | 'liquidation.recorded' | 'price_alert.triggered';

/** When an endpoint is told, in words. */
export const webhookEvents: [WebhookEvent, string][] = [
  ['data_export.ready', 'an export is ready'],
  ['price_alert.triggered', 'a price alert fires'],
  ['liquidation.recorded', 'a liquidation is recorded that is watched'],
  ['chain_event.created', 'an event of the timeline is added that is watched'],
];
const NAMES: Record<string, string> = {
  'data_export.ready': 'exports',
  'price_alert.triggered': 'price alerts',
  'liquidation.recorded': 'liquidations',
  'chain_event.created': 'timeline',
  'webhook.test': 'test',
};
export const eventName = (event: string) => NAMES[event] ?? plain(event, 60);

/** Who added an endpoint, and whether that person still manages the organization. */
export function creatorName(creator: { name: string; role: 'member' | 'admin' | 'owner' | null }): string {
  const name = plain(creator.name, 60);
  if (creator.role === null) return `${name}, who left`;
  return creator.role === 'member' ? `${name}, not an admin any more` : name;
}
