import type { Bar } from './bars';

/** A bar's start with the close of each pool that is compared, and its change in percent since the pool's first close of the range. */
export interface ComparedRow {
  start: string;
  closes: { close: string | null; percent: string | null }[];
}

/** The lines of a comparison as rows, the newest first. */
export function comparedRows(pools: readonly (readonly Bar[])[]): ComparedRow[] {
  const rising = pools.map((bars) =>
    bars.filter((bar) => bar.close !== null).sort((one, other) => one.start.localeCompare(other.start)),
  );
  const byStart = rising.map((bars) => new Map(bars.map((bar) => [bar.start, bar.close])));
  const starts = [...new Set(rising.flatMap((bars) => bars.map((bar) => bar.start)))].sort().reverse();
  return starts.map((start) => ({
    start,
    closes: rising.map((bars, place) => {
      const close = byStart[place]?.get(start) ?? null;
      const first = Number(bars[0]?.close);
      return { close, percent: close === null || !(first > 0) ? null : ((Number(close) / first - 1) * 100).toFixed(2) };
    }),
  }));
}
