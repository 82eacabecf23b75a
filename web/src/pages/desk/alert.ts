import type { Body } from '../../api/client';
import type { Told } from '../../words/problems';

type Centre = Body<'/session/alerts'>;
export type PriceAlert = Centre['price_alerts'][number];
export type Watch = Centre['liquidation_watches'][number];
export type Alert = PriceAlert | Watch;
export type Kind = 'price' | 'liquidation' | 'chain_event';

export const sections: { kind: Kind; title: string; button: string }[] = [
  { kind: 'price', title: 'Price alerts', button: 'New price alert' },
  { kind: 'liquidation', title: 'Watches of liquidations', button: 'New watch of liquidations' },
  { kind: 'chain_event', title: 'Watches of events', button: 'New watch of events' },
];

const nothing: Record<Kind, [title: string, text: string]> = {
  price: [
    'No price alert yet',
    'A price alert tells you when the price of a pool rises above a threshold, falls below it, or changes by so many percent in a day.',
  ],
  liquidation: ['No watch of liquidations yet', 'It tells you of the next liquidation of a token.'],
  chain_event: ['No watch of events yet', 'It tells you of the next event that is added to the timeline.'],
};

export function nothingOf(kind: Kind, isSpent: boolean): Told {
  const [title, text] = nothing[kind];
  return { kind: 'empty', title, text, ways: isSpent ? [] : [{ label: 'Make the first one', again: true }] };
}

/** The name of an alert's place on its page: the two kinds have numbers of their own. */
export const nameOfAlert = (kind: 'price' | 'watch', id: number) => `${kind}-${id}`;

export const isPrice = (alert: Alert): alert is PriceAlert => 'pool_address' in alert;
