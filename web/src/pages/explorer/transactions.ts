import type { Body } from '../../api/client';
import { drawn, type Column } from '../../parts/table';
import { coinName } from '../../words/names';

export type Transaction = Body<'/public/transactions/{hash}'>['transaction'];

export const transactionColumns = (chain: string): Column<Transaction>[] => [
  { label: '#', num: true, sort: (one) => one.transaction_index },
  { label: 'Hash' },
  { label: 'From' },
  { label: 'To' },
  { label: `Value, ${coinName(chain)}`, num: true, sort: (one) => drawn(one.value_wei) },
  { label: 'Gas limit', num: true, wide: true, sort: (one) => one.gas_limit },
];

/** What a file of transactions has; of the input only what a table has room for is left out. */
export const transactionFile: Column<Transaction>[] = (
  [
    'transaction_index',
    'hash',
    'block_number',
    'block_timestamp',
    'from_address',
    'to_address',
    'nonce',
    'value_wei',
    'gas_limit',
    'gas_used',
    'gas_price_wei',
    'transaction_type',
    'success',
    'input',
  ] as const
).map((label) => ({ label, csv: (one: Transaction) => one[label] }));
