import type { Component } from 'svelte';

/** A page takes the parts of its own pattern as texts. */
type Page = Component<never>;

/** The page of each route, by its key in `routes.json`. A page is loaded when it is first opened. */
export const pages: Record<string, () => Promise<{ default: Page }>> = {
  home: () => import('../pages/home/Home.svelte'),
  prices: () => import('../pages/prices/Prices.svelte'),
  'prices.pool': () => import('../pages/prices/Pool.svelte'),
};
