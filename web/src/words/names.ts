/** Names that people read for words of the API. A word that is not here stands as itself. */
const CHAINS: Record<string, string> = {
  ethereum: 'Ethereum',
  base: 'Base',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
  polygon: 'Polygon',
};
const COINS: Record<string, string> = {
  ...Object.fromEntries(
    [
      'ethereum',
      'optimism',
      'unichain',
      'zksync',
      'worldchain',
      'base',
      'mode',
      'arbitrum',
      'linea',
      'blast',
      'scroll',
      'zora',
    ].map((chain) => [chain, 'ETH']),
  ),
  cronos: 'CRO',
  bsc: 'BNB',
  gnosis: 'xDAI',
  polygon: 'POL',
  sonic: 'S',
  fantom: 'FTM',
  metis: 'METIS',
  moonbeam: 'GLMR',
  kava: 'KAVA',
  mantle: 'MNT',
  celo: 'CELO',
  avalanche: 'AVAX',
};
const PROTOCOLS: Record<string, string> = {
  uniswap_v2: 'Uniswap V2',
  uniswap_v3: 'Uniswap V3',
  sushiswap_v2: 'SushiSwap V2',
  aave_v1: 'Aave V1',
  aave_v2: 'Aave V2',
  aave_v3: 'Aave V3',
  compound_v2: 'Compound V2',
  compound_v3: 'Compound V3',
  spark: 'Spark',
};
const SOURCES: Record<string, string> = {
  v2_reserves: 'reserves of V2 pools',
  v3_swaps: 'swaps of V3 pools',
  price_bars: 'price bars',
  warehouse: 'warehouse',
  event_registry: 'event registry',
  event_logs: 'event logs',
  daily_counts: 'counts by day',
  logs: 'event logs',
  blocks: 'blocks',
  transactions: 'transactions',
  v2: 'reserves of V2 pools',
  v3: 'swaps of V3 pools',
};

function spaced(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const chainName = (chain: string) => CHAINS[chain] ?? (/^\d+$/.test(chain) ? `Chain ${chain}` : spaced(chain));
/** What a transaction's value is counted in: each chain has a coin of its own, and of an added chain it is not known. */
export const coinName = (chain: string) => COINS[chain] ?? 'native coin';
export const protocolName = (protocol: string) => PROTOCOLS[protocol] ?? spaced(protocol);
export const sourceName = (source: string) => SOURCES[source] ?? source.replaceAll('_', ' ');
export const moduleName = (module: string) => spaced(module);
export const categoryName = spaced;
