import { drawn, type Column } from '../../parts/table';
import type { Liquidation } from './deployment';

export function liquidationColumns(accounts: boolean): Column<Liquidation>[] {
  return [
    { label: 'Time', sort: (one) => one.block_timestamp },
    { label: 'Chain', wide: true },
    ...(accounts ? [{ label: 'Borrower' }] : []),
    { label: 'Collateral taken', num: true },
    { label: 'Worth', num: true, sort: (one) => drawn(one.collateral_usd) },
    { label: 'Debt repaid', num: true },
    { label: 'Transaction', wide: true },
  ];
}

/** What a file of liquidations has. */
export const liquidationFile: Column<Liquidation>[] = [
  ...(
    [
      'chain',
      'block_number',
      'block_timestamp',
      'transaction_hash',
      'log_index',
      'protocol',
      'contract',
      'borrower',
      'liquidator',
    ] as const
  ).map((label) => ({ label, csv: (one: Liquidation) => one[label] })),
  { label: 'collateral', csv: (one) => one.collateral.address },
  { label: 'collateral_symbol', csv: (one) => one.collateral.symbol },
  ...(['collateral_amount', 'collateral_usd'] as const).map((label) => ({
    label,
    csv: (one: Liquidation) => one[label],
  })),
  { label: 'debt', csv: (one) => one.debt.address },
  { label: 'debt_symbol', csv: (one) => one.debt.symbol },
  ...(['debt_amount', 'debt_usd'] as const).map((label) => ({ label, csv: (one: Liquidation) => one[label] })),
];
