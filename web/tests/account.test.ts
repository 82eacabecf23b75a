import assert from 'node:assert/strict';
import { test } from 'node:test';
import routes from '../routes.json';
import { pageBack } from '../src/pages/account/back';
import type { Route } from '../src/router/match';

test('a sign-in leads back to a page of this application and to no other site', () => {
  const back = (asked: string) => pageBack(asked, 'https://quarry.example', routes as Route[]);
  assert.equal(back('/prices?base=WETH'), '/prices?base=WETH');
  assert.equal(back('https://quarry.example/status'), '/status');
  for (const asked of [
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/prices',
    'javascript:alert(1)',
    'data:text/html,x',
    '/sign-in?to=/sign-in',
    '/nothing',
    '/%E0%A4%A',
    'http://[',
  ])
    assert.equal(back(asked), '/', asked);
});
