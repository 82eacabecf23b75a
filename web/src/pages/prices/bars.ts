import type { Body } from '../../api/client';
import type { Column } from '../../parts/table';

export type Bar = Body<'/public/prices/{address}'>['bars'][number];

/** What a file of bars has: the API's own figures, whole. */
export const barFile: Column<Bar>[] = (
  [
    'start',
    'open',
    'high',
    'low',
    'close',
    'volume_token0',
    'volume_token1',
    'trades',
    'first_block',
    'last_block',
  ] as const
).map((label) => ({ label, csv: (bar: Bar) => bar[label] }));
