/** The time, as the relative times of pages see it: it moves on its own every few seconds. */
class Now {
  value = $state(Date.now());
  constructor() {
    setInterval(() => (this.value = Date.now()), 10_000);
  }
}

export const now = new Now();
