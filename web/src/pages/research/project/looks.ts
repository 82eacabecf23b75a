import { here } from '../../../router/location.svelte';
import type { Body } from '../../../api/client';
import type { Project } from '../words';

export type View = Project['views'][number];
export type SpaceProperty = Body<'/session/spaces/{id}'>['properties'][number];
export interface FieldOfPages {
  key: string;
  name: string;
  kind: string;
  property: SpaceProperty | null;
}

/** What every page has beside the properties of its space. */
const own: FieldOfPages[] = [
  ['status', 'Status', 'select'],
  ['tags', 'Tags', 'tags'],
  ['author', 'Author', 'person'],
  ['created_at', 'Made', 'time'],
  ['updated_at', 'Changed', 'time'],
].map(([key, name, kind]) => ({ key: key as string, name: name as string, kind: kind as string, property: null }));

export const fieldsOf = (properties: readonly SpaceProperty[]): FieldOfPages[] => [
  ...own,
  ...properties.map((property) => ({ key: `prop.${property.id}`, name: property.name, kind: property.kind, property })),
];

/** Values that a field must have one of; null stands for none. */
export type Filters = Record<string, (string | null)[]>;

/** How the pages of a project are looked at: what the address says, and below it a saved view. */
export interface Looks {
  view: View | null;
  group: string;
  sort: string;
  q: string;
  columns: string[];
  filters: Filters;
}

export function looksAt(layout: View['layout'], views: readonly View[], fields: readonly FieldOfPages[]): Looks {
  const view = views.find((one) => String(one.id) === here.asked('view') && one.layout === layout) ?? null;
  const settings = view?.settings;
  const known = (key: string) => fields.some((field) => field.key === key);
  const standard =
    layout === 'board'
      ? ['tags']
      : [
          'status',
          ...fields
            .filter((field) => field.property)
            .slice(0, 4)
            .map((field) => field.key),
          'updated_at',
        ];
  const columns = here.query.get('columns')?.split(',').filter(Boolean) ?? settings?.columns ?? standard;
  return {
    view,
    group: here.asked('group', settings?.group_by ?? 'status'),
    sort: here.asked('sort', settings?.sort ?? ''),
    q: here.query.get('q') ?? settings?.q ?? '',
    columns: columns.filter(known).slice(0, layout === 'board' ? 4 : 20),
    filters: filtersOf(here.query.get('filter')) ?? ((settings?.properties ?? {}) as Filters),
  };
}

function filtersOf(text: string | null): Filters | null {
  if (text === null) return null;
  try {
    const read = JSON.parse(text) as unknown;
    const isList = (value: unknown) =>
      Array.isArray(value) && value.every((one) => one === null || typeof one === 'string');
    return read && typeof read === 'object' && Object.values(read).every(isList) ? (read as Filters) : {};
  } catch {
    return {};
  }
}

/** The filter is named by the property's number, or by the field's own word. */
export const filterKey = (field: string) => field.replace(/^prop\./, '');
export const fieldOfFilter = (key: string) => (/^\d+$/.test(key) ? `prop.${key}` : key);

/** The parameters of the question. */
export const asQuery = (looks: Looks) => ({
  'columns[]': looks.columns,
  ...(looks.sort ? { sort: looks.sort } : {}),
  ...(looks.q ? { q: looks.q } : {}),
  ...(Object.keys(looks.filters).length ? { properties: JSON.stringify(looks.filters) } : {}),
});

export const keepFilters = (filters: Filters) => here.ask({ filter: JSON.stringify(filters) });
