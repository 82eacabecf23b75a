import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes } from '../src/figures/bytes';
import { asFilters, type FilterField } from '../src/pages/data/filters';

const fields: FilterField[] = [
  { name: 'chain', type: 'word', description: '' }, { name: 'protocols', type: 'words', description: '' }, { name: 'block_from', type: 'integer', description: '' },
  { name: 'addresses', type: 'addresses', description: '' }, { name: 'verified', type: 'boolean', description: '' }, { name: 'topic0', type: 'topic', description: '' },
];

test('filters are sent as their types want them, and what is empty asks for nothing', () => {
  assert.deepEqual(asFilters({}, fields), {});
  assert.deepEqual(asFilters({ chain: '  ', protocols: [], addresses: '' }, fields), {});
  assert.deepEqual(
    asFilters({ chain: ' base ', protocols: ['aave_v3'], block_from: '17', addresses: '0xa, 0xb\n0xc', verified: 'false' }, fields),
    { chain: 'base', protocols: ['aave_v3'], block_from: 17, addresses: ['0xa', '0xb', '0xc'], verified: false },
  );
});

test('what is no number, and another event, go to the API as they were entered', () => {
  assert.deepEqual(asFilters({ block_from: 'last' }, fields), { block_from: 'last' });
  assert.deepEqual(asFilters({ topic0: 'custom', topic0_custom: ' 0xab ' }, fields), { topic0: 'custom', topic0_custom: '0xab' });
  assert.deepEqual(asFilters({ topic0: '0xcd', topic0_custom: '0xab' }, fields), { topic0: '0xcd' });
});

test('a size is said in units of a thousand', () => {
  assert.deepEqual([0, 999, 1000, 8939, 83_727, 2_500_000, 1_234_000_000].map(bytes), ['0 B', '999 B', '1 kB', '8.9 kB', '84 kB', '2.5 MB', '1.2 GB']);
});
