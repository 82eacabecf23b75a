import type { Body } from '../../api/client';
import { load } from '../../api/loaded.svelte';

export type Organization = Body<'/session/organizations/{id}'>;

/** One organization's page, asked for by each of its tabs. To be called while a component is set up. */
export const loadOrganization = (id: () => string) =>
  load(() => ({ path: '/session/organizations/{id}', parts: { id: id() as unknown as number } }));
