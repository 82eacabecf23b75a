import { addressOfPage } from '../../router/match';

type Chain = string | null | undefined;

/** The explorer's pages; the chain is named where it is known. */
export const pageOfBlock = (number: number, chain: Chain) => addressOfPage(`/explorer/blocks/${number}`, { chain });
export const pageOfTransaction = (hash: string, chain: Chain) =>
  addressOfPage(`/explorer/transactions/${hash}`, { chain });
export const pageOfAddress = (address: string, chain: Chain) =>
  addressOfPage(`/explorer/addresses/${address}`, { chain });
export const pageOfEvent = (topic: string, chain: Chain) => addressOfPage(`/explorer/events/${topic}`, { chain });
