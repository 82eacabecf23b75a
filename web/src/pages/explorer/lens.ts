import type { Body } from '../../api/client';
import type { Column } from '../../parts/table';
import { here } from '../../router/location.svelte';

type Entry = Body<'/public/explorer/address/{address}'>['logs'][number];

/** What a lens is narrowed by, as the page's address says it. */
export function lensQuery() {
  const asked = (name: string) => here.asked(name) || undefined;
  const block = (name: string) => (/^\d+$/.test(here.asked(name)) ? Number(here.asked(name)) : undefined);
  return {
    chain: asked('chain'),
    date_from: asked('date_from'),
    date_to: asked('date_to'),
    block_from: block('block_from'),
    block_to: block('block_to'),
    before: asked('before'),
    after: asked('after'),
    limit: 25,
  };
}

export const lensFile: Column<Entry>[] = [
  ...(
    [
      'block_number',
      'block_timestamp',
      'transaction_hash',
      'transaction_index',
      'log_index',
      'address',
      'event',
      'signature',
    ] as const
  ).map((label) => ({ label, csv: (log: Entry) => log[label] })),
  ...[0, 1, 2, 3].map((place) => ({ label: `topic${place}`, csv: (log: Entry) => log.topics[place] ?? null })),
  { label: 'data', csv: (log) => log.data },
];
