import type { Body } from '../api/client';
import { short } from '../figures/text';
import { addressOfPage } from '../router/match';

/** What an entered text may mean. */
export interface Guess {
  text: string;
  shown: string;
  label: string;
  as?: 'event';
  /** Where it leads; missing where the API says it by the shape. */
  place?: string;
}

/** The readings of a text by its shape, the likeliest first. */
export function guesses(entered: string): Guess[] {
  const text = entered.trim();
  if (!text) return [];
  const hex = text.replace(/^0x/i, '');
  if (/^\d{1,20}$/.test(text)) {
    return [{ text, shown: Number(text).toLocaleString('en-US'), label: 'Block' }, token(text)];
  }
  if (/^[0-9a-f]{40}$/i.test(hex)) {
    const shown = short(`0x${hex.toLowerCase()}`);
    return [
      { text, shown, label: 'Address' },
      { text, shown, label: 'Pool', place: `/prices/0x${hex.toLowerCase()}` },
      {
        text,
        shown,
        label: 'Pools with this token',
        place: addressOfPage('/prices', { base: `0x${hex.toLowerCase()}` }),
      },
    ];
  }
  if (/^[0-9a-f]{64}$/i.test(hex)) {
    const shown = short(`0x${hex.toLowerCase()}`);
    return [
      { text, shown, label: 'Transaction' },
      { text, shown, label: 'Event signature', as: 'event' },
      { text, shown, label: 'Citation', place: `/citations/0x${hex.toLowerCase()}` },
    ];
  }
  const pair = /^(\S+)\s*\/\s*(\S+)$/.exec(text);
  if (pair)
    return [
      {
        text,
        shown: text,
        label: 'Pools of this pair',
        place: addressOfPage('/prices', { base: pair[1], quote: pair[2] }),
      },
    ];
  return [token(text), { text, shown: text, label: 'Guides', place: addressOfPage('/guides', { q: text }) }];
}

const token = (text: string): Guess => ({
  text,
  shown: text,
  label: 'Pools with this token',
  place: addressOfPage('/prices', { base: text }),
});

/** The page of what the API resolved. */
export function placeOf({ kind, value }: Body<'/public/resolve'>): string {
  const pages = { block: 'blocks', address: 'addresses', transaction: 'transactions', event: 'events' };
  return `/explorer/${pages[kind]}/${value}`;
}
