import type { Body } from '../../api/client';
import type { Column } from '../../parts/table';

export type Day = Body<'/public/tracking/{slug}'>['days'][number];

/** What a file of days has. */
export const dayFile: Column<Day>[] = (['day', 'liquidations', 'absorptions', 'accounts'] as const).map((label) => ({
  label,
  csv: (one) => one[label],
}));

export const dayColumns: Column<Day>[] = [
  { label: 'Day, UTC', sort: (one) => one.day },
  { label: 'Liquidations', num: true, sort: (one) => one.liquidations },
  { label: 'Absorptions', num: true, sort: (one) => one.absorptions },
  { label: 'Accounts', num: true, sort: (one) => one.accounts },
];

/** What is drawn of the days: each kind of event that happened. */
export function daySeries(days: readonly Day[]) {
  const kinds = [
    { label: 'Liquidations', values: days.map((day) => day.liquidations), tone: 'accent' as const },
    { label: 'Absorptions', values: days.map((day) => day.absorptions), tone: 'info' as const },
  ];
  const happened = kinds.filter(({ values }) => values.some((value) => value > 0));
  return happened.length ? happened : kinds.slice(0, 1);
}
