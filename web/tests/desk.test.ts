import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes } from '../src/figures/bytes';
import { asFilters, type FilterField } from '../src/pages/data/filters';
import { asView, paramsOf, periodOf } from '../src/pages/prices/view';

const fields: FilterField[] = [
  { name: 'chain', type: 'word', description: '' },
  { name: 'protocols', type: 'words', description: '' },
  { name: 'block_from', type: 'integer', description: '' },
  { name: 'addresses', type: 'addresses', description: '' },
  { name: 'verified', type: 'boolean', description: '' },
  { name: 'topic0', type: 'topic', description: '' },
];

test('filters are sent as their types want them, and what is empty asks for nothing', () => {
  assert.deepEqual(asFilters({}, fields), {});
  assert.deepEqual(asFilters({ chain: '  ', protocols: [], addresses: '' }, fields), {});
  assert.deepEqual(
    asFilters(
      { chain: ' base ', protocols: ['aave_v3'], block_from: '17', addresses: '0xa, 0xb\n0xc', verified: 'false' },
      fields,
    ),
    { chain: 'base', protocols: ['aave_v3'], block_from: 17, addresses: ['0xa', '0xb', '0xc'], verified: false },
  );
});

test('what is no number, and another event, go to the API as they were entered', () => {
  assert.deepEqual(asFilters({ block_from: 'last' }, fields), { block_from: 'last' });
  assert.deepEqual(asFilters({ topic0: 'custom', topic0_custom: ' 0xab ' }, fields), {
    topic0: 'custom',
    topic0_custom: '0xab',
  });
  assert.deepEqual(asFilters({ topic0: '0xcd', topic0_custom: '0xab' }, fields), { topic0: '0xcd' });
});

test('a size is said in units of a thousand', () => {
  assert.deepEqual([0, 999, 1000, 8939, 83_727, 2_500_000, 1_234_000_000].map(bytes), [
    '0 B',
    '999 B',
    '1 kB',
    '8.9 kB',
    '84 kB',
    '2.5 MB',
    '1.2 GB',
  ]);
});

test('a saved view of days shows those days again, and is saved with them', () => {
  const view = asView(new URLSearchParams('from=2026-10-01&to=2026-10-31T12:00:00Z&range=30d&period=hourly'));
  assert.deepEqual(
    [view.range, view.from, view.to, periodOf(view)],
    [null, '2026-10-01', '2026-10-31T12:00:00Z', 'hourly'],
  );
  assert.deepEqual(paramsOf('0xa', view), {
    id: '0xa',
    range: null,
    from: '2026-10-01',
    to: '2026-10-31T12:00:00Z',
    period: 'hourly',
    compare: null,
    invert: null,
  });
  assert.deepEqual(
    [asView(new URLSearchParams('to=2026-10-31')).range, periodOf(asView(new URLSearchParams('to=2026-10-31')))],
    [null, 'daily'],
  );
});

test('what is no day leaves the range', () => {
  const view = asView(new URLSearchParams('from=yesterday&to=&range=90d'));
  assert.deepEqual([view.range, view.from, view.to], ['90d', undefined, undefined]);
  assert.deepEqual([paramsOf('0xa', view).range, paramsOf('0xa', view).from], ['90d', null]);
});
