import { get } from '../../api/client';
import type { RankedPool } from './pool';

const name = (pool: RankedPool) => `${pool.chain}/${pool.address}`;

/** The closing prices of the last seven days of pools, asked for after the table stands. */
export class Courses {
  #known = $state.raw<ReadonlyMap<string, number[] | null>>(new Map());

  constructor(pools: () => readonly RankedPool[]) {
    $effect(() => {
      for (const pool of pools()) void this.#ask(pool);
    });
  }

  of(pool: RankedPool): number[] | null {
    return this.#known.get(name(pool)) ?? null;
  }

  isKnown(pool: RankedPool): boolean {
    return this.#known.has(name(pool));
  }

  async #ask(pool: RankedPool): Promise<void> {
    const question = { path: '/public/prices/{address}', parts: { address: pool.address }, query: { chain: pool.chain, period: 'hourly', range: '7d' } } as const;
    const answer = await get(question).catch(() => null);
    const closes = (answer?.bars ?? []).filter((bar) => bar.close !== null);
    const values = closes.sort((one, other) => one.start.localeCompare(other.start)).map((bar) => Number(bar.close));
    this.#known = new Map(this.#known).set(name(pool), values.length > 1 ? thinned(values) : null);
  }
}

/** At most 48 of the values, evenly: a cell has no room for more. */
function thinned(values: number[]): number[] {
  const step = Math.max(1, (values.length - 1) / 47);
  const picked: number[] = [];
  for (let place = 0; place <= values.length - 1; place += step) picked.push(values[Math.round(place)] ?? 0);
  return picked;
}
