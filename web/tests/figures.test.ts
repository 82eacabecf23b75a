import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, dollars, fixed, scaled, whole } from '../src/figures/decimal';
import { ago, duration } from '../src/figures/time';
import { csv } from '../src/figures/csv';
import { brief, plain, visible, plainLines } from '../src/figures/text';

test('a decimal is rounded and never changed on the way', () => {
  const shown: [string, number, string][] = [
    ['1849.064562290700376', 8, '1,849.0646'],
    ['0.000000000000123456789', 4, '0.0000000000001235'],
    [
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      6,
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935',
    ],
    ['999.9999', 5, '1,000'],
    ['-2.5', 6, '−2.5'],
    ['0', 6, '0'],
    ['0.000', 6, '0'],
    ['no number', 6, 'no number'],
  ];
  for (const [text, digits, wanted] of shown) assert.equal(decimal(text, digits), wanted, text);
  assert.equal(fixed('0.005', 2), '0.01');
  assert.equal(fixed('-0.004', 2), '0.00');
  assert.equal(whole(26361385), '26,361,385');
});

test('dollars are said as people say them', () => {
  assert.deepEqual(['8963867.25', '1234.5', '12.345', '-4100000', '2500000000'].map(dollars), [
    '$8.96 M',
    '$1,235',
    '$12.35',
    '−$4.10 M',
    '$2.50 B',
  ]);
});

test('the smallest unit becomes the unit without a float', () => {
  assert.equal(scaled('1', 18), '0.000000000000000001');
  assert.equal(scaled('123456789', 9), '0.123456789');
});

test('a relative time never runs ahead of the clock', () => {
  const now = Date.parse('2026-11-01T00:00:00Z');
  const said = [
    '2026-11-01T00:00:20Z',
    '2026-10-31T23:59:48Z',
    '2026-10-31T22:00:00Z',
    '2026-10-30T00:00:00Z',
    '2026-01-02T00:00:00Z',
  ];
  assert.deepEqual(
    said.map((time) => ago(time, now)),
    ['0 s ago', '12 s ago', '2 h ago', '2 d ago', '2 Jan 2026'],
  );
  assert.equal(duration(7500), '2 h 5 min');
});

test('a file runs nothing in a spreadsheet and keeps its numbers', () => {
  const rows = [['=HYPERLINK("x")', '-1.5', '@SUM(1)', 'a,"b"\n', null]];
  assert.equal(
    csv(['a', 'b', 'c', 'd', 'e'], rows),
    'a,b,c,d,e\r\n"\'=HYPERLINK(""x"")",-1.5,\'@SUM(1),"a,""b""\n",\r\n',
  );
});

test('a text of strangers stays on its line, in its direction, and ends', () => {
  assert.equal(plain('a\u202eb\u0000c\nd'), 'a\ufffdb\ufffdc\ufffdd');
  assert.equal(plainLines('a\u2067b\nc\r\nd'), 'a\ufffdb\nc\nd');
  assert.equal(Array.from(plain('😀'.repeat(10_000))).length, 121);
});

test('code keeps its lines and tabs, and nothing in it turns its direction', () => {
  assert.equal(visible('if (a\u202e) {\r\n\treturn\u200b;\n}'), 'if (a\ufffd) {\r\n\treturn\ufffd;\n}');
});

test('a sentence is shown with its addresses shortened, and nothing else of it', () => {
  const pool = '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc';
  const said = `The price of WETH in ${pool} (pool ${pool} on ethereum) rises above 0x12.`;
  assert.equal(brief(said), 'The price of WETH in 0xb4e1…c9dc (pool 0xb4e1…c9dc on ethereum) rises above 0x12.');
  assert.equal(brief(`0x${'ab'.repeat(32)}, 0x${'ab'.repeat(30)}`), `0xabab…abab, 0x${'ab'.repeat(30)}`);
});
