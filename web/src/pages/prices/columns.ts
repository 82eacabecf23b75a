import { drawn, type Column } from '../../parts/table';
import { pairName, type RankedPool } from './pool';

/** The columns of a table of pools; what a CSV file has beyond them (addresses, tokens) has no column of its own here. */
export function poolColumns(courses: boolean): Column<RankedPool>[] {
  return [
    { label: 'Pool', sort: pairName, csv: pairName },
    { label: 'Chain', wide: true, sort: (pool) => pool.chain, csv: (pool) => pool.chain },
    { label: 'Protocol', wide: true, sort: (pool) => pool.protocol, csv: (pool) => pool.protocol },
    {
      label: 'Price',
      num: true,
      title: 'Of the second token, in the first one',
      sort: (pool) => drawn(pool.price),
      csv: (pool) => pool.price,
    },
    {
      label: '24 h',
      num: true,
      sort: (pool) => drawn(pool.change_24h_percent),
      csv: (pool) => pool.change_24h_percent,
    },
    ...(courses ? [{ label: '7 days' }] : []),
    {
      label: 'Volume, $',
      num: true,
      title: 'In 24 hours',
      sort: (pool) => drawn(pool.volume_usd_24h),
      csv: (pool) => pool.volume_usd_24h,
    },
    {
      label: 'Trades',
      num: true,
      title: 'In 24 hours',
      sort: (pool) => pool.trades_24h,
      csv: (pool) => pool.trades_24h,
    },
  ];
}

/** What a file of pools has. */
export const poolFile: Column<RankedPool>[] = [
  { label: 'address', csv: (pool) => pool.address },
  { label: 'chain', csv: (pool) => pool.chain },
  { label: 'protocol', csv: (pool) => pool.protocol },
  { label: 'fee', csv: (pool) => pool.fee },
  { label: 'token0', csv: (pool) => pool.token0.address },
  { label: 'token0_symbol', csv: (pool) => pool.token0.symbol },
  { label: 'token1', csv: (pool) => pool.token1.address },
  { label: 'token1_symbol', csv: (pool) => pool.token1.symbol },
  { label: 'price_token0_per_token1', csv: (pool) => pool.price },
  { label: 'price_at', csv: (pool) => pool.price_at },
  { label: 'change_24h_percent', csv: (pool) => pool.change_24h_percent },
  { label: 'volume_usd_24h', csv: (pool) => pool.volume_usd_24h },
  { label: 'trades_24h', csv: (pool) => pool.trades_24h },
];
