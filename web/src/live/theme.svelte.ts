type Theme = 'light' | 'dark';

/** Light or dark: as the system says, unless the reader chose. */
class ThemeChoice {
  #system = matchMedia('(prefers-color-scheme: dark)');
  #chosen = $state<Theme | null>(localStorage.getItem('theme') as Theme | null);
  #dark = $state(this.#system.matches);

  get current(): Theme {
    return this.#chosen ?? (this.#dark ? 'dark' : 'light');
  }

  start(): void {
    this.#system.addEventListener('change', (event) => (this.#dark = event.matches));
    this.#apply();
  }

  turn(): void {
    this.#chosen = this.current === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', this.#chosen);
    this.#apply();
  }

  #apply(): void {
    if (this.#chosen) document.documentElement.dataset['theme'] = this.#chosen;
  }
}

export const theme = new ThemeChoice();
