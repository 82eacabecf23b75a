import type { Body } from '../../api/client';
import type { Sent } from '../../api/write';

type Description = Body<'/session/data/datasets/{key}'>;
export type FilterField = Description['filter_fields'][number];
export type Signature = NonNullable<Description['event_signatures']>[number];
export type Filters = NonNullable<Sent<'post', '/session/data/datasets/{key}/requests'>['filters']>;

/** What was entered: a text for each filter, or the words that were ticked. */
export type Asked = Partial<Record<FilterField['name'] | 'topic0_custom', string | string[]>>;

/** The filters of a draft as they stand in the form; a topic that has no name is entered by itself. */
export function askedOf(filters: object, signatures: readonly Signature[]): Asked {
  const asked: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(filters) as [string, unknown][]) {
    if (value === null || value === undefined) continue;
    if (name === 'protocols' && Array.isArray(value)) asked[name] = [...value];
    else asked[name] = Array.isArray(value) ? value.join('\n') : String(value);
  }
  const topic = asked['topic0'];
  if (typeof topic === 'string' && signatures.length && !signatures.some((one) => one.topic0 === topic)) {
    asked['topic0'] = 'custom';
    asked['topic0_custom'] = topic;
  }
  return asked as Asked;
}

/** The filters as the API takes them; what is empty asks for nothing. */
export function asFilters(asked: Asked, fields: readonly FilterField[]): Filters {
  const filters: Record<string, unknown> = {};
  for (const { name, type } of fields) {
    const entered = asked[name];
    if (Array.isArray(entered)) {
      if (entered.length) filters[name] = entered;
      continue;
    }
    const text = entered?.trim() ?? '';
    if (!text) continue;
    if (type === 'addresses') filters[name] = text.split(/[\s,;]+/).filter(Boolean);
    // What is no number goes as it is: the API says what is wrong with it, at the field.
    else if (type === 'integer') filters[name] = /^\d{1,15}$/.test(text) ? Number(text) : text;
    else if (type === 'boolean') filters[name] = text === 'true';
    else filters[name] = text;
  }
  const custom = asked.topic0_custom;
  if (filters['topic0'] === 'custom' && typeof custom === 'string') filters['topic0_custom'] = custom.trim();
  return filters as Filters;
}
