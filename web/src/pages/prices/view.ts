/** What of a pool is looked at, as the page's address says it. */
export interface View {
  chain: string | undefined;
  range: '24h' | '7d' | '30d' | '90d' | '1y' | 'all';
  period: 'hourly' | 'daily' | null;
  invert: boolean;
  compare: string[];
}

export const ranges: [View['range'], string][] = [['24h', '24 h'], ['7d', '7 d'], ['30d', '30 d'], ['90d', '90 d'], ['1y', '1 y'], ['all', 'All']];

export function asView(query: URLSearchParams): View {
  const range = query.get('range');
  const period = query.get('period');
  return {
    chain: query.get('chain') || undefined,
    range: ranges.find(([word]) => word === range)?.[0] ?? '7d',
    period: period === 'hourly' || period === 'daily' ? period : null,
    invert: query.get('invert') === 'true',
    compare: (query.get('compare') ?? '').split(',').filter((address) => /^0x[0-9a-f]{40}$/i.test(address)).slice(0, 4),
  };
}

/** Hours for days, days for months, unless the reader chose. */
export function periodOf({ range, period }: View): 'hourly' | 'daily' {
  return period ?? (range === '24h' || range === '7d' ? 'hourly' : 'daily');
}

/** What a saved view keeps of a pool's page. */
export const paramsOf = (address: string, view: View) => ({
  id: address, range: view.range, period: view.period, compare: view.compare.join(',') || null, invert: view.invert ? 'true' : null,
});
