import { emailOf } from '../people.mjs';

const grouped = (number) => Number(number).toLocaleString('en-US');

/** The pages of the area `staff`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function staff(ask) {
  const get = (path) => ask(`/session/admin${path}`, 'staff');
  const { modules, host } = await get('/modules');
  const busiest = modules.reduce((most, one) => (one.components.length > most.components.length ? one : most));
  const { plans } = await get('/plans');
  const [organization] = (await get('/organizations?kind=institution&q=Sample%20Research')).organizations;
  const inDepth = await get(`/organizations/${organization.id}`);
  const routes = (await get('/spa_routes')).routes;
  const largest = plans.at(-1);
  const as = 'staff';
  return [
    // Figures of a server that others use too change between two looks; what stands here does not.
    { name: 'staff', strange: ['email'], as, path: '/staff', shows: 'Changes in 24 hours', uses: [{ on: 'The whole log', leads: '/staff/audit' }] },
    { name: 'staff-modules', as, path: '/staff/modules', shows: host.always_on[0].name, by: 'switch.mjs' },
    { name: 'staff-console', as, path: '/console', shows: host.always_on[0].name, by: 'switch.mjs' },
    { name: 'staff-module', as, path: `/staff/modules/${busiest.id}`, shows: busiest.components[0].digest, uses: [{ on: 'History', leads: `target_id=${busiest.id}` }] },
    { name: 'staff-people', strange: true, as, path: `/staff/people?q=${encodeURIComponent(emailOf('member'))}`, shows: emailOf('member'), by: 'staff.mjs' },
    { name: 'staff-organizations', strange: true, as, path: '/staff/organizations?q=Sample%20Research', shows: organization.name, by: 'workings.mjs' },
    { name: 'staff-organization', strange: true, as, path: `/staff/organizations/${organization.id}`, shows: inDepth.members[0].email, by: 'staff.mjs' },
    { name: 'staff-colleagues', strange: true, as, path: '/staff/colleagues', shows: emailOf('staff'), by: 'workings.mjs' },
    { name: 'staff-plans', as, path: '/staff/plans', shows: grouped(largest.exports_per_month), by: 'staff.mjs' },
    { name: 'staff-plan', as, path: `/staff/plans/${largest.id}`, shows: `${largest.id}`, by: 'staff.mjs' },
    { name: 'staff-plan-new', as, path: '/staff/plans/new', shows: 'Make the plan', by: 'staff.mjs' },
    { name: 'staff-audit', strange: ['email', 'target_id'], as, path: '/staff/audit?action_filter=session', shows: 'session.started', by: 'workings.mjs' },
    { name: 'staff-routes', as, path: '/staff/routes', shows: routes.at(-1).path, by: 'workings.mjs' },
    { name: 'staff-conflicts', as, path: '/staff/load-conflicts', shows: 'No contradiction', by: 'workings.mjs' },
    { name: 'staff-corrections', as, path: '/staff/corrections', shows: 'Derive it again', by: 'workings.mjs' },
  ];
}
