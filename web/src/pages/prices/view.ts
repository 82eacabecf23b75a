/** What of a pool is looked at, as the page's address says it. */
export interface View {
  chain: string | undefined;
  /** Null while days are chosen. */
  range: '24h' | '7d' | '30d' | '90d' | '1y' | 'all' | null;
  /** Days or times, as a saved view has them. */
  from: string | undefined;
  to: string | undefined;
  period: 'hourly' | 'daily' | null;
  invert: boolean;
  compare: string[];
}

export const ranges: [NonNullable<View['range']>, string][] = [
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
  ['90d', '90 d'],
  ['1y', '1 y'],
  ['all', 'All'],
];

export function asView(query: URLSearchParams): View {
  const range = query.get('range');
  const period = query.get('period');
  const [from, to] = [asTime(query.get('from')), asTime(query.get('to'))];
  return {
    chain: query.get('chain') || undefined,
    range: from || to ? null : (ranges.find(([word]) => word === range)?.[0] ?? '7d'),
    from,
    to,
    period: period === 'hourly' || period === 'daily' ? period : null,
    invert: query.get('invert') === 'true',
    compare: (query.get('compare') ?? '')
      .split(',')
      .filter((address) => /^0x[0-9a-f]{40}$/i.test(address))
      .slice(0, 4),
  };
}

/** A day or a time; nothing else is asked for. */
function asTime(text: string | null): string | undefined {
  return text && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/i.test(text) ? text : undefined;
}

/** The chosen days in words; null while a range is chosen. */
export function daysOf({ from, to }: View): string | null {
  if (from && to) return `${from} to ${to}`;
  return from ? `since ${from}` : to ? `up to ${to}` : null;
}

/** Hours for days, days for months, unless the reader chose. */
export function periodOf({ range, period }: View): 'hourly' | 'daily' {
  return period ?? (range === '24h' || range === '7d' ? 'hourly' : 'daily');
}

/** What a saved view keeps of a pool's page. */
export const paramsOf = (address: string, view: View) => ({
  id: address,
  range: view.range,
  from: view.from ?? null,
  to: view.to ?? null,
  period: view.period,
  compare: view.compare.join(',') || null,
  invert: view.invert ? 'true' : null,
});
