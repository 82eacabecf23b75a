import type { Body } from '../../api/client';
import { count, plain } from '../../figures/text';
import { chainName, protocolName } from '../../words/names';

export type DataRequest = Body<'/session/data/requests'>['requests'][number];
/** What the reader's plan allows with exports and files. */
export type DataPermissions = Body<'/session/data/requests/{id}'>['can'];
export type Status = DataRequest['status'];

const states: Record<Status, [tone: string, word: string]> = {
  draft: ['', 'Draft'],
  queued: ['info', 'Waits for its turn'],
  running: ['info', 'Runs'],
  completed: ['up', 'Complete'],
  failed: ['down', 'Failed'],
  expired: ['', 'Expired'],
};

/** Tone and word of the state of an export. */
export const stateOf = ({ status, error }: Pick<DataRequest, 'status' | 'error'>) =>
  error?.code === 'cancelled' ? (['', 'Cancelled'] as const) : states[status];

/** Who runs exports where the reader may not; nothing where the reader may in another month. */
export const whoRuns = (can: DataPermissions) =>
  can.download ? '' : 'Exports are run by people whose plan has data downloads.';
export const whoDownloads = 'Files are downloaded by people whose plan has data downloads.';

export const isUnderWay = (status: Status) => status === 'queued' || status === 'running';

export const pageOfRequest = (id: number) => `/data/requests/${id}`;
export const pageOfDataset = (key: string) => `/data/datasets/${encodeURIComponent(key)}`;

const categoryNames: Record<string, string> = {
  raw: 'Raw chain data',
  dex: 'Decentralized exchanges',
  lending: 'Lending',
  events: 'Events',
};
export const nameOfCategory = (category: string) => categoryNames[category] ?? category;

export const formatNames: Record<DataRequest['formats'][number], string> = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
};

/** The bars that an export has. */
export const periodNames: Record<string, string> = {
  daily: 'Daily bars',
  hourly: 'Hourly bars',
  all: 'Both, a day beside its own hours',
};

const filterNames: Record<string, string> = {
  chain: 'Chain',
  protocols: 'Protocols',
  date_from: 'From the day',
  date_to: 'Up to the day',
  block_from: 'From the block',
  block_to: 'Up to the block',
  addresses: 'Addresses',
  verified: 'Verified',
  topic0: 'Event',
  topic0_custom: 'Topic of the event',
  from_addresses: 'From addresses',
  to_addresses: 'To addresses',
  emitter_addresses: 'Emitted by',
  period: 'Period',
};
export const filterName = (name: string) => filterNames[name] ?? name.replaceAll('_', ' ');

/** The filters of an export, as they were understood, in words. */
export function filtersOf(filters: DataRequest['filters']): [name: string, value: string][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [filterName(name), said(name, value as string | number | boolean | string[])]);
}

function said(name: string, value: string | number | boolean | string[]): string {
  if (name === 'period') return periodNames[String(value)] ?? String(value);
  if (name === 'chain') return chainName(String(value));
  if (name === 'protocols' && Array.isArray(value)) return value.map(protocolName).join(', ');
  if (Array.isArray(value))
    return value.length > 3
      ? `${value.slice(0, 3).join(', ')} and ${count(value.length - 3, 'other')}`
      : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toLocaleString('en-US') : plain(value, 200);
}
