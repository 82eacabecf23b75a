import type { PagesByKey } from './page';

/** What a person has on the desk: library, inbox, alerts, data, classroom, spaces. */
export const deskPages: PagesByKey = {
  library: () => import('../pages/desk/Library.svelte'),
  inbox: () => import('../pages/desk/Inbox.svelte'),
  alerts: () => import('../pages/desk/Alerts.svelte'),
  data: () => import('../pages/data/Data.svelte'),
  'data.category': () => import('../pages/data/Category.svelte'),
  'data.dataset': () => import('../pages/data/Dataset.svelte'),
  'data.release': () => import('../pages/data/Release.svelte'),
  'data.requests': () => import('../pages/data/Requests.svelte'),
  'data.request': () => import('../pages/data/Request.svelte'),
  classroom: () => import('../pages/classroom/Classroom.svelte'),
  'classroom.assignment': () => import('../pages/classroom/Assignment.svelte'),
  spaces: () => import('../pages/spaces/Spaces.svelte'),
  'spaces.space': () => import('../pages/spaces/Space.svelte'),
};
