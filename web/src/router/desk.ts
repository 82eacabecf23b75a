import type { PagesByKey } from './page';

/** What a person has on the desk: library, inbox, alerts, data, classroom, spaces. */
export const deskPages: PagesByKey = {
  library: () => import('../pages/desk/Library.svelte'),
  inbox: () => import('../pages/desk/Inbox.svelte'),
  alerts: () => import('../pages/desk/Alerts.svelte'),
};
