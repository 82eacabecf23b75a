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

export const historyFile: Column<Account['history'][number]>[] = (
  ['chain', 'block_number', 'block_timestamp', 'health_factor', 'collateral_usd', 'debt_usd'] as const
).map((label) => ({ label, csv: (one) => one[label] }));
