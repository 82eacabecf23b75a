import type { Body } from '../../api/client';
import { count, plain } from '../../figures/text';
import { routes } from '../../router/location.svelte';

/** Modules, and what runs on the host: of a page of them, or of one. */
export type Modules = Pick<Body<'/session/admin/modules'>, 'modules' | 'host'>;
export type Module = Modules['modules'][number];
export type Component = Modules['host']['always_on'][number];

const SERVES: Record<string, string> = {
  prices: 'Markets, pool pages, library, price alerts',
  lending: 'Liquidations, health factors, absorptions',
  timeline: 'Sourced chain events',
  charts: 'Series for research',
  explorer: 'Blocks, transactions, lenses on addresses and events',
  data_downloads: 'Datasets, exports, classroom',
  research: 'Citations, published pages, review pages',
  partners: 'Nothing is built behind it yet',
};

/** What a module is for; of one that these words do not know, its components. */
export const serves = (module: Module) => SERVES[module.id] ?? module.components.map(({ name }) => name).join(', ');

export type State = 'on' | 'off' | 'quarantined';

export function stateOf(module: Module): State {
  if (!module.enabled) return 'off';
  return module.components.some(({ state }) => state === 'quarantined') ? 'quarantined' : 'on';
}

/** Pages of this application that go with the module. */
export const pagesOf = (module: Module) => routes.filter((route) => route.module === module.id);

/** "5 pages and 9 operations" */
export function reach(module: Module): string {
  const [pages, operations] = [pagesOf(module).length, module.routes];
  const parts = [...(pages ? [count(pages, 'page')] : []), ...(operations ? [count(operations, 'operation')] : [])];
  return parts.join(' and ');
}

/** CPU time of a call in milliseconds, on average; null before the first call. */
export function millisecondsACall(components: readonly Component[]): string | null {
  const sum = (of: (component: Component) => number) => components.reduce((total, one) => total + of(one), 0);
  const calls = sum(({ figures }) => figures.calls);
  return calls === 0 ? null : (sum(({ figures }) => figures.cpu_microseconds) / calls / 1000).toFixed(3);
}

const FAULTS: Record<string, string> = {
  trap: 'crashed',
  cpu: 'used up the CPU time',
  memory: 'used up the memory',
  deadline: 'ran into the deadline',
  answer: 'gave an answer that cannot be sent',
  overloaded: 'found no free instance',
  quarantined: 'were refused in quarantine',
};

/** "4 crashed, 2 used up the CPU time"; empty without faults. */
export function faultsOf({ figures }: Component): string {
  const found = Object.entries(figures.faults_by_reason).filter(([, number]) => number > 0);
  return found.map(([reason, number]) => `${number.toLocaleString('en-US')} ${FAULTS[reason] ?? reason}`).join(', ');
}

const TENANTS: Record<string, string> = { organization: 'the organization', space: 'the space', person: 'the person' };

/** "export_research_page for the space Sample desk (12)": what is refused to one tenant while it goes on for all others. */
export function refusedTo({ quarantined_for }: Component): string[] {
  return quarantined_for.map(({ operation_id, tenant, tenant_id, name, for_all_callers }) => {
    const whom = `${TENANTS[tenant] ?? tenant}${name ? ` ${plain(name, 60)}` : ''} (${tenant_id})`;
    return `${operation_id} for ${for_all_callers ? whom : `callers with things of ${whom}`}`;
  });
}

/** A component that needs somebody, with the module that is switched on to lift its quarantine; null where no switch covers it. */
export function troubled(body: Modules): { component: Component; module: Module | null }[] {
  const seen = new Map<string, { component: Component; module: Module | null }>();
  const look = (component: Component, module: Module | null) => {
    const needsSomebody =
      component.state === 'quarantined' || component.quarantined_for.length > 0 || component.refusal;
    if (needsSomebody && !seen.has(component.name)) seen.set(component.name, { component, module });
  };
  for (const module of body.modules) for (const component of module.components) look(component, module);
  for (const component of body.host.always_on) look(component, null);
  return [...seen.values()];
}
