type Theme = 'light' | 'dark';

// A browser that blocks the data of sites throws at the mere look: the choice then lasts as long as the page.
function kept(): Theme | null {
  try {
    return localStorage.getItem('theme') as Theme | null;
  } catch {
    return null;
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // It is not kept.
  }
}

/** Light or dark: as the system says, unless the reader chose. */
class ThemeChoice {
  #system = matchMedia('(prefers-color-scheme: dark)');
  #chosen = $state<Theme | null>(kept());
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
    keep(this.#chosen);
    this.#apply();
  }

  #apply(): void {
    if (this.#chosen) document.documentElement.dataset['theme'] = this.#chosen;
  }
}

export const theme = new ThemeChoice();
