import type { Body } from '../../api/client';
import { plain } from '../../figures/text';
import { addressOfPage } from '../../router/match';

export type RankedPool = Body<'/public/prices'>['pools'][number];
export type Pool = Body<'/public/prices/{address}'>['pool'];
type Token = Pick<Pool['token0'], 'address' | 'symbol'>;

/** A token by its symbol; without one, by its address. */
export const symbol = (token: Token) => plain(token.symbol ?? `${token.address.slice(0, 8)}…`, 24);

export const pairName = (pool: { token0: Token; token1: Token }) => `${symbol(pool.token0)} / ${symbol(pool.token1)}`;

/** 0.05% of 500 hundredths of a basis point. */
export const feeOf = (pool: { fee: number | null }) => (pool.fee === null ? null : `${pool.fee / 10_000}%`);

/** The pool's page; the chain is named, since an address may stand on several. */
export const pageOfPool = (pool: { address: string; chain: string }) =>
  addressOfPage(`/prices/${pool.address}`, { chain: pool.chain });
