import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daySeries } from '../src/pages/lending/days';
import { comparedRows } from '../src/pages/prices/compared';
import { capped, csvLabel } from '../src/parts/table';

test('a file of a list that goes on says how much it has', () => {
  const rows = Array.from({ length: 1025 }, () => 0);
  assert.equal(csvLabel(), 'CSV');
  assert.equal(csvLabel({ rows, next: null }), 'CSV');
  assert.equal(csvLabel({ rows, next: 'cursor' }), 'CSV of the 1,025 shown');
  assert.equal(csvLabel(capped(rows.slice(0, 100), 100)), 'CSV of the 100 shown');
  assert.equal(csvLabel(capped(rows.slice(0, 99), 100)), 'CSV');
});

const day = (liquidations: number, absorptions: number) =>
  ({ day: '2026-11-01', liquidations, absorptions, accounts: 1 }) as Parameters<typeof daySeries>[0][number];

test('every kind of event that happened is drawn', () => {
  const drawn = (...days: Parameters<typeof daySeries>[0]) =>
    daySeries(days).map(({ label, values }) => [label, values]);
  assert.deepEqual(drawn(day(2, 0), day(0, 3)), [
    ['Liquidations', [2, 0]],
    ['Absorptions', [0, 3]],
  ]);
  assert.deepEqual(drawn(day(0, 3)), [['Absorptions', [3]]]);
  assert.deepEqual(drawn(day(0, 0)), [['Liquidations', [0]]]);
});

test('compared pools stand in one row a bar, each in percent of its own first close', () => {
  const bar = (start: string, close: string | null) =>
    ({ start, close }) as Parameters<typeof comparedRows>[0][number][number];
  const rows = comparedRows([
    [bar('b', '3'), bar('a', '2')],
    [bar('c', '5'), bar('b', null), bar('a', '10')],
  ]);
  assert.deepEqual(rows, [
    {
      start: 'c',
      closes: [
        { close: null, percent: null },
        { close: '5', percent: '-50.00' },
      ],
    },
    {
      start: 'b',
      closes: [
        { close: '3', percent: '50.00' },
        { close: null, percent: null },
      ],
    },
    {
      start: 'a',
      closes: [
        { close: '2', percent: '0.00' },
        { close: '10', percent: '0.00' },
      ],
    },
  ]);
});
