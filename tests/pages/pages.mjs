// The pages that a walk opens: an address, a figure of the API's answer that has to stand on the page, and what the page is for.

import { readFileSync } from 'node:fs';
import { account } from './areas/account.mjs';
import { desk } from './areas/desk.mjs';
import { research } from './areas/research.mjs';
import { staff } from './areas/staff.mjs';
import { askerAs } from './people.mjs';

const grouped = (number) => Number(number).toLocaleString('en-US');
const month = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Asks the API of the host. */
function asker(base) {
  return async (path) => {
    const response = await fetch(`${base}${path}`);
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

const routes = JSON.parse(readFileSync(new URL('../../web/routes.json', import.meta.url), 'utf8'));

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {string} path
 * @property {string} [arrives] where the application leads on to, if it does
 * @property {string | string[]} shows
 * @property {number} [status]
 * @property {string} [as] who is signed in
 * @property {boolean | string[]} [strange] texts of strangers stand on it: symbols, names, titles, and the members that are named
 * @property {Record<string, object>} [answers] answers of the API that this host cannot give
 * @property {object[]} [uses] its main action, by keyboard (uses.mjs)
 * @property {string} [by] the walk that takes its main action by keyboard
 * @property {number} [weighs] kilobytes of code, where they are over the aim (weight.mjs)
 * @property {boolean} [edits] the editor is loaded
 */

/**
 * Every page.
 * @returns {Promise<Page[]>}
 */
export async function pages(base) {
  const ask = askerAs(base);
  const areas = process.env.PEOPLE ? [account, desk, research, staff] : [];
  const own = [];
  for (const area of areas) own.push(...(await area(ask)));
  return [...(await open(base)), ...own];
}

/** The routes that none of these pages opens, and those whose main action none of them and no walk takes. */
export function missingRoutes(all) {
  const segments = (path) => path.split(/[?#]/)[0].split('/').filter(Boolean);
  const isOf = (path, pattern) => path.length === pattern.length && pattern.every((part, place) => part.startsWith(':') || part === path[place]);
  const routeOf = ({ arrives, path }) => routes.find((route) => isOf(segments(arrives ?? path), segments(route.path)));
  return routes.flatMap((route) => {
    const own = all.filter((one) => !one.status && routeOf(one) === route);
    if (!own.length) return [`${route.key}: no page of it is opened`];
    return own.some(({ uses, by }) => uses || by) ? [] : [`${route.key}: nobody uses it by keyboard`];
  });
}

/** The pages that need nobody. */
async function open(base) {
  const get = asker(base);
  const home = await get('/public/home');
  const prices = await get('/public/prices?limit=1');
  const pool = prices.pools[0];
  const ethereum = home.chains.find((one) => one.chain === pool.chain);
  const lenders = (await get('/public/tracking')).deployments;
  const lender = lenders.reduce((most, one) => (one.liquidations > most.liquidations ? one : most));
  const records = await get(`/public/tracking/${lender.slug}/liquidations?chain=${lender.chain}&range=all&limit=1`);
  const account = records.liquidations[0].borrower;
  const owned = await get(`/public/tracking/${lender.slug}/accounts/${account}?chain=${lender.chain}`);
  const events = (await get('/public/timeline')).events;
  const event = events.find((one) => one.transactions.length) ?? events[0];
  const hash = event.transactions[0].hash;
  const transaction = await get(`/public/transactions/${hash}?chain=${event.chain}`);
  const block = await get(`/public/blocks/${event.block_number}?chain=${event.chain}`);
  const lens = await get(`/public/explorer/address/${pool.address}?chain=${pool.chain}&limit=25`);
  const topic = lens.logs[0].topics[0];
  const signature = await get(`/public/explorer/events/${topic}?chain=${pool.chain}&limit=25`);
  const published = await get('/public/published_pages/liquidations-of-the-sample');
  const citation = published.citations[0];
  const kinds = await get('/public/published_pages/what-a-page-can-show');
  const attrsOf = (kind) => kinds.blocks.find((one) => one.kind === kind).attrs;
  // Of each kind that is drawn of attributes what only its drawing says.
  const drawn = [
    attrsOf('image').caption,
    attrsOf('file').caption,
    kinds.files.find((one) => one.upload_id === attrsOf('file').upload_id).file_name,
    ', by day',
    attrsOf('chart').caption,
    attrsOf('transaction').hash,
    grouped(attrsOf('block').number),
    attrsOf('query').columns.join(', '),
    attrsOf('query').caption,
  ];
  const plans = (await get('/public/plans')).plans;
  const [post] = (await get('/public/blog')).posts;
  const [text] = (await get('/public/legal')).legal;
  const [guide] = (await get('/public/docs')).docs;
  const status = await get('/public/status');
  const chain = `chain=${event.chain}`;
  const review = '/review/rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ';
  const ofReview = (await get(`/public${review}`)).citations[0];
  const turned = [{ on: 'Older →', back: true, leads: 'before=' }, { on: '← Newer', back: true, leads: 'after=' }];
  return [
    { name: 'home', strange: true, path: '/', shows: grouped(pool.trades_24h), uses: [{ on: 'Search the data', type: pool.address, leads: `/explorer/addresses/${pool.address}` }] },
    { name: 'prices', strange: true, path: '/prices', shows: grouped(Math.round(Number(pool.volume_usd_24h))), uses: [{ on: 'Token', type: 'WETH', leads: 'base=WETH' }, { on: 'V3', leads: 'source=v3' }] },
    { name: 'pool', strange: true, weighs: 135, path: `/prices/${pool.address}?chain=${pool.chain}`, shows: grouped(pool.trades_24h), by: 'keyboard.mjs' },
    { name: 'pool-compared', strange: true, weighs: 135, path: `/prices/${pool.address}?chain=${pool.chain}&range=30d&invert=true&compare=0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8`, shows: pool.token1.symbol },
    { name: 'lending', strange: true, path: '/lending', shows: grouped(lender.liquidations), by: 'keyboard.mjs' },
    { name: 'lender', strange: true, path: `/lending/${lender.slug}?chain=${lender.chain}&range=all`, shows: `${grouped(records.matching)} record`, uses: [{ on: '1 y', leads: 'range=1y' }, { on: 'Collateral’s symbol', type: records.liquidations[0].collateral.symbol, leads: 'symbol=' }] },
    { name: 'account', strange: true, path: `/lending/${lender.slug}/accounts/${account}?chain=${lender.chain}`, shows: `${grouped(owned.matching)} record`, uses: [{ on: /^CSV/, saves: account }] },
    { name: 'timeline', strange: true, path: '/timeline', shows: month.format(new Date(events[0].occurred_at)), uses: [{ on: 'Category', type: 'exploit', key: null, leads: 'category=exploit' }, { on: 'Verified', leads: 'verified=true' }] },
    { name: 'event', strange: true, path: `/timeline/${event.id}`, shows: grouped(event.block_number), uses: [{ on: hash, leads: `/explorer/transactions/${hash}` }] },
    { name: 'explorer', strange: true, path: '/explorer', shows: grouped(ethereum.newest_block), uses: [{ on: 'Search the data', type: hash, leads: `/explorer/transactions/${hash}` }] },
    { name: 'block', path: `/explorer/blocks/${event.block_number}?${chain}`, shows: block.block.hash, uses: [{ on: /^0x[0-9a-f]{4}…[0-9a-f]{4}$/, leads: '/explorer/transactions/0x' }] },
    { name: 'transaction', strange: true, path: `/explorer/transactions/${hash}?${chain}`, shows: transaction.logs[0].parameters[0].value, uses: [{ on: transaction.transaction.from_address, leads: `/explorer/addresses/${transaction.transaction.from_address}` }] },
    { name: 'address', strange: true, path: `/explorer/addresses/${pool.address}?chain=${pool.chain}`, shows: `${grouped(lens.matching)} logs`, uses: [...turned, { on: 'Block from', type: String(lens.logs[0].block_number), leads: 'block_from=' }] },
    { name: 'signature', strange: true, path: `/explorer/events/${topic}?chain=${pool.chain}`, shows: `${grouped(signature.matching)} logs`, uses: [...turned, { on: 'Block to', type: String(signature.logs[0].block_number), leads: 'block_to=' }] },
    { name: 'status', path: '/status', shows: grouped(status.chains[0].latest_block), uses: [{ on: /^CSV/, saves: 'probes.csv' }] },
    { name: 'plans', path: '/plans', shows: grouped(plans.at(-1).api_requests_per_hour), uses: [{ on: 'A first request', leads: '/guides/first-request' }] },
    { name: 'about', path: '/about', shows: (await get('/public/about')).title, uses: [{ on: 'Legal', leads: '/legal' }] },
    { name: 'legal', path: '/legal', shows: text.summary, uses: [{ on: text.title, leads: `/legal/${text.slug}` }] },
    { name: 'legal-text', path: `/legal/${text.slug}`, shows: text.summary, uses: [{ on: 'Legal', leads: '/legal' }] },
    { name: 'blog', strange: true, path: '/blog', shows: post.summary, uses: [{ on: new RegExp(`^${post.category}$`, 'i'), leads: `category=${post.category}` }] },
    { name: 'post', strange: true, path: `/blog/${post.slug}`, shows: post.author, uses: [{ on: 'Blog', leads: '/blog' }] },
    { name: 'guides', path: '/guides', shows: guide.summary, uses: [{ on: 'Search the guides', type: 'paging', leads: 'q=paging' }] },
    { name: 'guide', path: `/guides/${guide.slug}`, shows: guide.summary, uses: [{ on: 'Guides', leads: '/guides' }] },
    { name: 'licences', path: '/licences', shows: 'SIL Open Font License', uses: [{ on: 'Legal', leads: '/legal' }] },
    { name: 'published', strange: true, path: `/published/${published.slug}`, shows: citation.value, uses: [{ on: citation.label, leads: `/citations/${citation.hash}` }] },
    { name: 'published-of-every-kind', weighs: 150, path: `/published/${kinds.slug}`, shows: drawn },
    { name: 'review', strange: true, path: review, shows: 'Unpublished', uses: [{ on: ofReview.label, leads: `/citations/${ofReview.hash}` }] },
    { name: 'citation', strange: true, path: `/citations/${citation.hash}`, shows: grouped(citation.value), uses: [{ on: 'RIS', says: 'TY -' }] },
    { name: 'unknown', path: '/no/such/page', shows: 'There is no page here', status: 404 },
    { name: 'unknown-pool', weighs: 135, path: `/prices/0x${'0'.repeat(39)}1`, shows: 'Nothing is here', status: 404 },
  ];
}
