import { accountPages } from './account';
import { deskPages } from './desk';
import type { PagesByKey } from './page';
import { researchPages } from './research';
import { staffPages } from './staff';

/** The page of each route, by its key in `routes.json`. A page is loaded when it is first opened. */
export const pages: PagesByKey = {
  ...accountPages,
  ...deskPages,
  ...researchPages,
  ...staffPages,
  home: () => import('../pages/home/Home.svelte'),
  prices: () => import('../pages/prices/Prices.svelte'),
  'prices.pool': () => import('../pages/prices/Pool.svelte'),
  lending: () => import('../pages/lending/Lenders.svelte'),
  'lending.deployment': () => import('../pages/lending/Lender.svelte'),
  'lending.account': () => import('../pages/lending/Account.svelte'),
  timeline: () => import('../pages/timeline/Timeline.svelte'),
  'timeline.event': () => import('../pages/timeline/Event.svelte'),
  explorer: () => import('../pages/explorer/Explorer.svelte'),
  'explorer.block': () => import('../pages/explorer/Block.svelte'),
  'explorer.transaction': () => import('../pages/explorer/Transaction.svelte'),
  'explorer.address': () => import('../pages/explorer/Address.svelte'),
  'explorer.event': () => import('../pages/explorer/EventLens.svelte'),
  status: () => import('../pages/status/Status.svelte'),
  plans: () => import('../pages/site/Plans.svelte'),
  about: () => import('../pages/site/About.svelte'),
  legal: () => import('../pages/site/Legal.svelte'),
  'legal.text': () => import('../pages/site/LegalText.svelte'),
  blog: () => import('../pages/site/Blog.svelte'),
  'blog.post': () => import('../pages/site/Post.svelte'),
  guides: () => import('../pages/site/Guides.svelte'),
  'guides.guide': () => import('../pages/site/Guide.svelte'),
  licences: () => import('../pages/site/Licences.svelte'),
  published: () => import('../pages/research/Published.svelte'),
  review: () => import('../pages/research/Review.svelte'),
  citation: () => import('../pages/research/Citation.svelte'),
};
