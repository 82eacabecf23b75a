import type { Component } from 'svelte';

/** A page takes the parts of its own pattern as texts. */
type Page = Component<never>;

/** Pages by their keys in `routes.json`. */
export type PagesByKey = Record<string, () => Promise<{ default: Page }>>;
