import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bound, held, share } from '../src/pages/spaces/storage';
import type { Component } from '../src/pages/staff/modules';
import { storedBy, storedBytes } from '../src/pages/staff/storedBytes';

test('an owner reads how full a space is, also where its plan became smaller', () => {
  assert.equal(held({ used_bytes: 1_500_000, limit_bytes: 1_100_000_000 }), '1.5 MB of 1.1 GB');
  assert.equal(held({ used_bytes: 120, limit_bytes: null }), '120 B, without a limit');
  assert.equal(share({ used_bytes: 1, limit_bytes: 4 }), 0.25);
  assert.equal(share({ used_bytes: 8, limit_bytes: 4 }), 2);
  assert.equal(share({ used_bytes: 0, limit_bytes: 0 }), 1);
  assert.equal(share({ used_bytes: 8, limit_bytes: null }), null);
  assert.equal(
    bound({ limit_bytes: 512_000_000, limit_source: 'your plan (Free)' }),
    'It may hold 512 MB at most: the bound of your plan (Free).',
  );
  assert.equal(bound({ limit_bytes: null, limit_source: null }), '');
});

test('what a component has stored is told by kind, and what was not measured is not nothing', () => {
  const of = (stored: Component['stored']) => ({ stored }) as Component;
  assert.equal(
    storedBy(of({ table_bytes: 8192, object_bytes: 52_000_000, key_value_bytes: 0 })),
    '8.2 kB in tables of its own, 52 MB in files',
  );
  assert.equal(storedBy(of({ table_bytes: 0, object_bytes: 0, key_value_bytes: 0 })), 'nothing');
  assert.equal(storedBy(of(null)), 'could not be measured now');
  assert.equal(storedBytes(of({ table_bytes: 1, object_bytes: 2, key_value_bytes: 3 })), 6);
  assert.equal(storedBytes(of(null)), null);
});
