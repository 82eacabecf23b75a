import { askAnew, getAt } from '../api/client';
import { basePath } from '../api/deployment';
import { routes } from '../router/location.svelte';
import type { Route } from '../router/match';

type Switch = { key: string; enabled: boolean };
type Told =
  | { type: 'switches'; modules: Switch[]; routes: Switch[] }
  | { type: 'module' | 'route'; key: string; enabled: boolean };

/** Modules and pages that staff switched off; a page that is shown follows within a second. */
class Switches {
  #modulesOff = $state.raw<ReadonlySet<string>>(new Set());
  #routesOff = $state.raw<ReadonlySet<string>>(new Set());
  /** Counts the switches that were turned since: pages of staff that list them ask again. */
  turn = $state(0);
  #wait = 1000;
  /** True once the live connection has said how things are. */
  #isTold = false;

  isOn(route: Route): boolean {
    return !(route.module && this.#modulesOff.has(route.module)) && !this.#routesOff.has(route.key);
  }

  /** Whether the page of that key is to be offered. */
  offers(key: string): boolean {
    const route = routes.find((one) => one.key === key);
    return !!route && this.isOn(route);
  }

  start(): void {
    void this.#ask();
    this.#listen();
  }

  /** The states as the API lists them: it may be a minute old, and stands until the live connection says more. */
  async #ask(): Promise<void> {
    const site = (await getAt(`${basePath}/public/site`).catch(() => null)) as {
      modules: Switch[];
      routes?: Switch[];
    } | null;
    if (site && !this.#isTold) this.#take({ type: 'switches', modules: site.modules, routes: site.routes ?? [] });
  }

  #listen(): void {
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/cable?audience=public`,
    );
    socket.onopen = () => (this.#wait = 1000);
    socket.onmessage = (message) => {
      this.#isTold = true;
      this.#take(JSON.parse(String(message.data)) as Told);
    };
    socket.onclose = () => {
      setTimeout(() => this.#listen(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 60_000);
    };
  }

  #take(told: Told): void {
    const before = this.#written();
    const off = (list: Switch[]) => new Set(list.filter((one) => !one.enabled).map((one) => one.key));
    if (told.type === 'switches') {
      this.#modulesOff = off(told.modules);
      this.#routesOff = off(told.routes);
    } else if (told.type === 'module') this.#modulesOff = changed(this.#modulesOff, told);
    else if (told.type === 'route') this.#routesOff = changed(this.#routesOff, told);
    if (this.#written() === before) return;
    askAnew();
    this.turn += 1;
  }

  #written(): string {
    return [...this.#modulesOff, '', ...this.#routesOff].join(' ');
  }
}

function changed(off: ReadonlySet<string>, { key, enabled }: Switch): ReadonlySet<string> {
  const others = [...off].filter((one) => one !== key);
  return new Set(enabled ? others : [...others, key]);
}

export const switches = new Switches();
