import { emailOf } from '../people.mjs';

const grouped = (number) => Number(number).toLocaleString('en-US');

/** The pages of the area `staff`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function staff(ask) {
  const get = (path) => ask(`/session/admin${path}`, 'staff');
  const { modules, host } = await get('/modules');
  const busiest = modules.reduce((most, one) => (one.components.length > most.components.length ? one : most));
  const { plans } = await get('/plans');
  const [organization] = (await get('/organizations?kind=institution&q=Sample%20Research')).organizations;
  const tenant = await get(`/organizations/${organization.id}`);
  const routes = (await get('/spa_routes')).routes;
  const largest = plans.at(-1);
  const as = 'staff';
  return [
    // Figures of a server that others use too change between two looks; what stands here does not.
    { name: 'staff', as, path: '/staff', shows: 'Changes in 24 hours' },
    { name: 'staff-modules', as, path: '/staff/modules', shows: host.always_on[0].name },
    { name: 'staff-module', as, path: `/staff/modules/${busiest.id}`, shows: busiest.components[0].digest },
    { name: 'staff-people', strange: true, as, path: `/staff/people?q=${encodeURIComponent(emailOf('member'))}`, shows: emailOf('member') },
    { name: 'staff-organizations', strange: true, as, path: '/staff/organizations?q=Sample%20Research', shows: organization.name },
    { name: 'staff-organization', strange: true, as, path: `/staff/organizations/${organization.id}`, shows: tenant.members[0].email },
    { name: 'staff-colleagues', strange: true, as, path: '/staff/colleagues', shows: emailOf('staff') },
    { name: 'staff-plans', as, path: '/staff/plans', shows: grouped(largest.exports_per_month) },
    { name: 'staff-plan', as, path: `/staff/plans/${largest.id}`, shows: `${largest.id}` },
    { name: 'staff-plan-new', as, path: '/staff/plans/new', shows: 'Make the plan' },
    { name: 'staff-audit', as, path: '/staff/audit?action_filter=session', shows: 'session.started' },
    { name: 'staff-routes', as, path: '/staff/routes', shows: routes.at(-1).path },
    { name: 'staff-conflicts', as, path: '/staff/load-conflicts', shows: 'No contradiction' },
    { name: 'staff-corrections', as, path: '/staff/corrections', shows: 'Derive it again' },
  ];
}
