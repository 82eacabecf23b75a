import type { PagesByKey } from './page';

/** Pages for staff. */
export const staffPages: PagesByKey = {
  staff: () => import('../pages/staff/Overview.svelte'),
  // The address that the host's own page had.
  'staff.console': () => import('../pages/staff/Modules.svelte'),
  'staff.modules': () => import('../pages/staff/Modules.svelte'),
  'staff.module': () => import('../pages/staff/Module.svelte'),
  'staff.people': () => import('../pages/staff/People.svelte'),
  'staff.organizations': () => import('../pages/staff/Organizations.svelte'),
  'staff.organization': () => import('../pages/staff/Organization.svelte'),
  'staff.colleagues': () => import('../pages/staff/Colleagues.svelte'),
  'staff.plans': () => import('../pages/staff/Plans.svelte'),
  'staff.plans.new': () => import('../pages/staff/NewPlan.svelte'),
  'staff.plan': () => import('../pages/staff/Plan.svelte'),
  'staff.audit': () => import('../pages/staff/Audit.svelte'),
  'staff.routes': () => import('../pages/staff/Routes.svelte'),
  'staff.conflicts': () => import('../pages/staff/LoadConflicts.svelte'),
  'staff.corrections': () => import('../pages/staff/Corrections.svelte'),
};
