/** Decimals of the API are texts of any length. They are shown rounded and never go through a float on the way. */
interface Digits {
  negative: boolean;
  /** Without leading zeros; empty for zero before the point. */
  whole: string;
  fraction: string;
}

function read(text: string): Digits | null {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (!found || (found[2] === '' && !found[3])) return null;
  return { negative: found[1] === '-', whole: (found[2] ?? '').replace(/^0+/, ''), fraction: found[3] ?? '' };
}

/** Rounds half away from zero to that many places after the point. */
function rounded({ negative, whole, fraction }: Digits, places: number): Digits {
  if (fraction.length <= places) return { negative, whole, fraction };
  const up = (fraction[places] ?? '0') >= '5';
  const digits = BigInt((whole || '0') + fraction.slice(0, places) || '0') + (up ? 1n : 0n);
  const text = digits.toString().padStart(places + 1, '0');
  const cut = text.length - places;
  return {
    negative: negative && digits !== 0n,
    whole: text.slice(0, cut).replace(/^0+/, ''),
    fraction: text.slice(cut),
  };
}

function grouped(whole: string): string {
  return (whole || '0').replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A decimal with thousands parted and that many significant digits; digits before the point always all stand. */
export function decimal(text: string, significant = 6, fewestPlaces = 0): string {
  const digits = read(text);
  if (!digits) return text;
  const places = digits.whole ? Math.max(significant - digits.whole.length, fewestPlaces) : zeros(digits) + significant;
  const shown = rounded(digits, Math.min(places, 40));
  const fraction = shown.fraction.replace(/0+$/, '').padEnd(digits.fraction ? Math.min(fewestPlaces, places) : 0, '0');
  return `${shown.negative ? '−' : ''}${grouped(shown.whole)}${fraction ? `.${fraction}` : ''}`;
}

/** A decimal with exactly that many places. */
export function fixed(text: string, places: number): string {
  const digits = read(text);
  if (!digits) return text;
  const shown = rounded(digits, places);
  const fraction = shown.fraction.padEnd(places, '0');
  return `${shown.negative ? '−' : ''}${grouped(shown.whole)}${places ? `.${fraction}` : ''}`;
}

/** The places after the point that give the largest of the values that many significant digits: for a column that lines up. */
export function placesFor(values: readonly (string | null)[], significant = 6): number {
  let most: Digits | null = null;
  for (const value of values) {
    const digits = value === null ? null : read(value);
    if (!digits) continue;
    if (!most || digits.whole.length > most.whole.length) most = digits;
    else if (!digits.whole && !most.whole && zeros(digits) < zeros(most)) most = digits;
  }
  if (!most) return 0;
  return most.whole ? Math.max(0, significant - most.whole.length) : Math.min(zeros(most) + significant, 24);
}

const zeros = (digits: Digits) => /^0*/.exec(digits.fraction)?.[0].length ?? 0;

/** A whole number with thousands parted. */
export function whole(value: number | string): string {
  return decimal(String(value), 40);
}

/** An amount of dollars as people say it: $8.96 M. */
export function dollars(text: string): string {
  const digits = read(text);
  if (!digits) return text;
  const size = digits.whole.length;
  const steps: [number, string][] = [
    [9, ' B'],
    [6, ' M'],
  ];
  for (const [step, word] of steps) {
    if (size <= step) continue;
    const cut = size - step;
    const scaled = `${digits.whole.slice(0, cut)}.${digits.whole.slice(cut)}`;
    return `${digits.negative ? '−' : ''}$${fixed(scaled, 2)}${word}`;
  }
  return `${digits.negative ? '−' : ''}$${fixed(text.replace('-', ''), size > 3 ? 0 : 2)}`;
}

/** An integer of the smallest unit as a decimal of the unit: wei as gwei or ether. */
export function scaled(text: string, places: number): string {
  const digits = text.padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
