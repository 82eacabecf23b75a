import type { Body } from '../../api/client';
import { plain, short } from '../../figures/text';
import { addressOfPage } from '../../router/match';

export type Deployment = Body<'/public/tracking'>['deployments'][number];
export type Liquidation = Body<'/public/tracking/{slug}/liquidations'>['liquidations'][number];
export type Token = Liquidation['collateral'];

export const pageOfDeployment = (one: { slug: string; chain: string }) =>
  addressOfPage(`/lending/${one.slug}`, { chain: one.chain });
export const pageOfAccount = (slug: string, account: string, chain: string) =>
  addressOfPage(`/lending/${slug}/accounts/${account}`, { chain });
export const pageOfTransaction = (hash: string, chain: string) =>
  addressOfPage(`/explorer/transactions/${hash}`, { chain });

/** A token by its symbol, else by its address; some records name neither. */
export const tokenName = (token: Token) =>
  token.symbol ? plain(token.symbol, 24) : token.address ? short(token.address) : 'unnamed token';
