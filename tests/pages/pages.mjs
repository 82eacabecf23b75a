// The pages that a walk opens: an address, and a figure of the API's answer that has to stand on the page.

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

/**
 * Every page. `strange` ones show texts of strangers: symbols, names, titles; `as` names who is signed in.
 * @returns {Promise<{name: string, path: string, shows: string | string[], status?: number, strange?: boolean, as?: string}[]>}
 */
export async function pages(base) {
  const ask = askerAs(base);
  const areas = process.env.PEOPLE ? [account, desk, research, staff] : [];
  const own = [];
  for (const area of areas) own.push(...(await area(ask)));
  return [...(await open(base)), ...own];
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
  return [
    { name: 'home', strange: true, path: '/', shows: grouped(pool.trades_24h) },
    { name: 'prices', strange: true, path: '/prices', shows: grouped(Math.round(Number(pool.volume_usd_24h))) },
    { name: 'pool', strange: true, path: `/prices/${pool.address}?chain=${pool.chain}`, shows: grouped(pool.trades_24h) },
    { name: 'pool-compared', strange: true, path: `/prices/${pool.address}?chain=${pool.chain}&range=30d&invert=true&compare=0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8`, shows: pool.token1.symbol },
    { name: 'lending', strange: true, path: '/lending', shows: grouped(lender.liquidations) },
    { name: 'lender', strange: true, path: `/lending/${lender.slug}?chain=${lender.chain}&range=all`, shows: `${grouped(records.matching)} record` },
    { name: 'account', strange: true, path: `/lending/${lender.slug}/accounts/${account}?chain=${lender.chain}`, shows: `${grouped(owned.matching)} record` },
    { name: 'timeline', strange: true, path: '/timeline', shows: month.format(new Date(events[0].occurred_at)) },
    { name: 'event', strange: true, path: `/timeline/${event.id}`, shows: grouped(event.block_number) },
    { name: 'explorer', strange: true, path: '/explorer', shows: grouped(ethereum.newest_block) },
    { name: 'block', path: `/explorer/blocks/${event.block_number}?${chain}`, shows: block.block.hash },
    { name: 'transaction', strange: true, path: `/explorer/transactions/${hash}?${chain}`, shows: transaction.logs[0].parameters[0].value },
    { name: 'address', strange: true, path: `/explorer/addresses/${pool.address}?chain=${pool.chain}`, shows: `${grouped(lens.matching)} logs` },
    { name: 'signature', strange: true, path: `/explorer/events/${topic}?chain=${pool.chain}`, shows: `${grouped(signature.matching)} logs` },
    { name: 'status', path: '/status', shows: grouped(status.chains[0].latest_block) },
    { name: 'plans', path: '/plans', shows: grouped(plans.at(-1).api_requests_per_hour) },
    { name: 'about', path: '/about', shows: (await get('/public/about')).title },
    { name: 'legal', path: '/legal', shows: text.summary },
    { name: 'legal-text', path: `/legal/${text.slug}`, shows: text.summary },
    { name: 'blog', strange: true, path: '/blog', shows: post.summary },
    { name: 'post', strange: true, path: `/blog/${post.slug}`, shows: post.author },
    { name: 'guides', path: '/guides', shows: guide.summary },
    { name: 'guide', path: `/guides/${guide.slug}`, shows: guide.summary },
    { name: 'licences', path: '/licences', shows: 'SIL Open Font License' },
    { name: 'published', strange: true, path: `/published/${published.slug}`, shows: citation.value },
    { name: 'published-of-every-kind', path: `/published/${kinds.slug}`, shows: drawn },
    { name: 'review', strange: true, path: '/review/rv_8Jc1XqYb0m5TzN2vXcR7bKpD4mYhG6sJ', shows: 'Unpublished' },
    { name: 'citation', strange: true, path: `/citations/${citation.hash}`, shows: grouped(citation.value) },
    { name: 'unknown', path: '/no/such/page', shows: 'There is no page here', status: 404 },
    { name: 'unknown-pool', path: `/prices/0x${'0'.repeat(39)}1`, shows: 'Nothing is here', status: 404 },
  ];
}
