import './browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf, type Entry } from '../src/pages/desk/entry';

const entry = (told: Partial<Entry>): Entry => ({
  id: 51,
  kind: 'comment',
  subject_type: 'comment',
  subject_id: 31,
  price_alert_id: null,
  watch_id: null,
  organization_id: null,
  space_id: null,
  page_id: null,
  actor: null,
  title: 'Liquidations',
  excerpt: null,
  created_at: '2026-11-01T00:00:00Z',
  read_at: null,
  ...told,
});

test('an entry of the inbox leads to the thing that it tells of, and where that is gone to the list', () => {
  const places: [Partial<Entry>, string | undefined][] = [
    [{ page_id: 17, space_id: 4 }, '/research/pages/17'],
    [{ kind: 'export', subject_type: 'data_request', subject_id: 8 }, '/data/requests/8'],
    [{ kind: 'price_alert', subject_type: 'alert_firing', price_alert_id: 12 }, '/alerts#price-12'],
    [{ kind: 'alert_taken_back', subject_type: 'alert_firing', price_alert_id: 12 }, '/alerts#price-12'],
    [{ kind: 'watch', subject_type: 'alert_firing', watch_id: 12 }, '/alerts#watch-12'],
    [{ kind: 'watch', subject_type: 'alert_firing' }, '/alerts'],
    [
      { kind: 'webhook_disabled', subject_type: 'webhook', subject_id: 9, organization_id: 2 },
      '/organizations/2/webhooks/9',
    ],
    [{ kind: 'webhook_creator_left', subject_type: 'webhook', subject_id: 9 }, '/organizations'],
    [{ kind: 'price_alerts_paused', subject_type: 'module', subject_id: 3 }, '/alerts'],
    [{ kind: 'mention', subject_id: 5 }, undefined],
  ];
  for (const [told, place] of places) assert.equal(placeOf(entry(told)), place, JSON.stringify(told));
});
