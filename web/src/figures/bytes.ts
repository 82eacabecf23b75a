const units: [number, string][] = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
];

/** 2.2 kB, as file managers say it: of 1,000 bytes. */
export function bytes(count: number): string {
  for (const [size, unit] of units) {
    if (count >= size)
      return `${(count / size).toLocaleString('en-US', { maximumFractionDigits: count / size < 10 ? 1 : 0 })} ${unit}`;
  }
  return `${count.toLocaleString('en-US')} B`;
}
