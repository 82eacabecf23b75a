import type { Body } from '../../../api/client';
import { plain } from '../../../figures/text';
import { onDay } from '../../../figures/time';

export type Property = Body<'/session/research/pages/{id}/properties'>['properties'][number];
export type PropertyValue = Property['value'];

/** A value for the eye; empty where there is none. */
export function valueText(value: PropertyValue | undefined, kind?: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => `#${plain(one, 60)}`).join(' ');
  if (typeof value === 'object') return plain(value.label, 100);
  if (kind === 'time' || kind === 'date') return onDay(value);
  return plain(value, 300);
}
