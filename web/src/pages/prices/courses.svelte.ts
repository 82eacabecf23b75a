import { get } from '../../api/client';
import { reasons } from '../../words/reasons';
import type { Bar } from './bars';
import type { RankedPool } from './pool';

const name = (pool: RankedPool) => `${pool.chain}/${pool.address}`;

/** The closing prices of the last seven days of pools, asked for after the table stands. */
export class Courses {
  /** The prices of each pool that was asked about, or why there are none. */
  #known = $state.raw<Readonly<Record<string, number[] | string>>>({});

  constructor(pools: () => readonly RankedPool[]) {
    $effect(() => {
      for (const pool of pools()) void this.#ask(pool);
    });
  }

  /** The prices, or why there are none; undefined until that is known. */
  of(pool: RankedPool): number[] | string | undefined {
    return this.#known[name(pool)];
  }

  async #ask(pool: RankedPool): Promise<void> {
    const question = {
      path: '/public/prices/{address}',
      parts: { address: pool.address },
      query: { chain: pool.chain, period: 'hourly', range: '7d' },
    } as const;
    const course = await get(question).then(
      ({ bars }) => courseOf(bars),
      () => reasons.unread,
    );
    this.#known = { ...this.#known, [name(pool)]: course };
  }
}

function courseOf(bars: Bar[]): number[] | string {
  const closes = bars.filter((bar) => bar.close !== null).sort((one, other) => one.start.localeCompare(other.start));
  return closes.length > 1 ? thinned(closes.map((bar) => Number(bar.close))) : reasons.noCourse;
}

/** At most 48 of the values, evenly: a cell has no room for more. */
function thinned(values: number[]): number[] {
  const step = Math.max(1, (values.length - 1) / 47);
  const picked: number[] = [];
  for (let place = 0; place <= values.length - 1; place += step) picked.push(values[Math.round(place)] ?? 0);
  return picked;
}
