import type { Body } from '../../api/client';
import { drawn, type Column } from '../../parts/table';
import { tokenName } from './deployment';

type Account = Body<'/public/tracking/{slug}/accounts/{address}'>;

export const balanceColumns: Column<Account['balances'][number]>[] = [
  { label: 'Side', sort: (one) => one.side, csv: (one) => one.side },
  { label: 'Token', sort: (one) => tokenName(one.token), csv: (one) => one.token.address },
  { label: 'Amount', num: true, sort: (one) => drawn(one.amount), csv: (one) => one.amount },
  { label: 'Block', num: true, wide: true, csv: (one) => one.block_number },
];

export const historyColumns: Column<Account['history'][number]>[] = [
  { label: 'Time', sort: (one) => one.block_timestamp },
  { label: 'Block', num: true, sort: (one) => one.block_number },
  { label: 'Health factor', num: true, sort: (one) => drawn(one.health_factor) },
  { label: 'Collateral', num: true, sort: (one) => drawn(one.collateral_usd) },
  { label: 'Debt', num: true, sort: (one) => drawn(one.debt_usd) },
];

export const historyFile: Column<Account['history'][number]>[] = (
  ['chain', 'block_number', 'block_timestamp', 'health_factor', 'collateral_usd', 'debt_usd'] as const
).map((label) => ({ label, csv: (one) => one[label] }));
