import { decimal, fixed, whole } from '../../figures/decimal';
import { plain } from '../../figures/text';
import type { Body } from '../../api/client';
import { figureNotes } from './citations';

export type CitedValue = Pick<
  Body<'/session/research/pages/{id}'>['cited_values'][number],
  'id' | 'label' | 'value' | 'hash' | 'verification_state' | 'derived_value'
>;
export type Format = 'plain' | 'grouped' | 'compact' | 'percent';

/** A sign beside the colour of a cited figure. */
export const signs: Record<CitedValue['verification_state'], string> = {
  verified: '✓',
  mismatch: '✕',
  unresolved: '?',
};

/** A cited value as its page shows it; what is no number stays as it is, and a fingerprint is cut. */
export function shownValue(value: string, format: Format = 'grouped'): string {
  if (value.startsWith('sha256:')) return `${value.slice(0, 19)}…`;
  if (!/^[+-]?\d+(\.\d+)?$/.test(value) || format === 'plain') return value;
  if (format === 'percent') return `${decimal(hundredfold(value), 6)}%`;
  return format === 'compact' ? compact(value) : whole(value);
}

/** 1.94 M; as a text, so that no digit is made up. */
function compact(value: string): string {
  const size = (/^[+-]?(\d+)/.exec(value)?.[1] ?? '').replace(/^0+/, '').length;
  for (const [step, word] of [
    [12, ' T'],
    [9, ' B'],
    [6, ' M'],
    [3, ' k'],
  ] as const) {
    if (size > step) return `${fixed(shifted(value, -step), 2)}${word}`;
  }
  return decimal(value, 6);
}

const hundredfold = (value: string) => shifted(value, 2);

/** The decimal point moved by that many places to the right. */
function shifted(value: string, places: number): string {
  const sign = value.startsWith('-') ? '-' : '';
  const [before = '', after = ''] = value.replace(/^[+-]/, '').split('.');
  const digits = (before + after).padEnd(before.length + Math.max(places, 0), '0');
  const point = before.length + places;
  const padded = point < 1 ? digits.padStart(digits.length + 1 - point, '0') : digits;
  const at = Math.max(point, 1);
  return `${sign}${padded.slice(0, at)}${padded.length > at ? `.${padded.slice(at)}` : ''}`;
}

/** The citations that a block names: by tokens in its body, or as its subject. */
export function citedBy(block: { body: string; attrs: Record<string, unknown> }): number[] {
  const ids = [...block.body.matchAll(/\{\{derived:(\d{1,15})\}\}/g)].map((found) => Number(found[1]));
  const subject = block.attrs['citation_id'];
  return [...new Set(typeof subject === 'number' ? [...ids, subject] : ids)];
}

/** Cited figures stand in HTML as `<data value="ID">`: each becomes a link to its record, tinted by its state, with its sign. */
export function tint(place: HTMLElement, figures: readonly CitedValue[]): void {
  for (const element of place.querySelectorAll<HTMLElement>('data[value]')) {
    const figure = figures.find((one) => String(one.id) === element.getAttribute('value'));
    if (!figure) continue;
    const [tone, word] = figureNotes[figure.verification_state];
    const link = document.createElement('a');
    link.href = `/citations/${figure.hash}`;
    link.textContent = figure.value === null ? '—' : shownValue(figure.value);
    link.title = `${plain(figure.label ?? 'Cited figure')}: ${word}${figure.value === null ? '' : `, ${figure.value}`}`;
    const sign = document.createElement('span');
    sign.textContent = ` ${signs[figure.verification_state]}`;
    sign.setAttribute('role', 'img');
    sign.setAttribute('aria-label', word);
    element.className = `cited ${tone}`;
    element.replaceChildren(link, sign);
  }
}
