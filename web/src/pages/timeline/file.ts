import type { Body } from '../../api/client';
import type { Column } from '../../parts/table';

export type ChainEvent = Body<'/public/timeline'>['events'][number];

/** What a file of events has. */
export const eventFile: Column<ChainEvent>[] = [
  ...(
    [
      'id',
      'key',
      'category',
      'title',
      'occurred_at',
      'time_precision',
      'chain',
      'block_number',
      'reported_loss',
      'severity',
      'verified',
    ] as const
  ).map((label) => ({ label, csv: (event: ChainEvent) => event[label] })),
  { label: 'sources', csv: (event) => event.sources.map((source) => source.url ?? source.name).join(' ') },
  { label: 'transactions', csv: (event) => event.transactions.map((one) => one.hash).join(' ') },
];
