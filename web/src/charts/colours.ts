/** The colours of the page, as charts that draw on a canvas need them. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: of('faint'),
    line: of('line'),
    strong: of('line-strong'),
    accent: of('accent'),
    up: of('up'),
    down: of('down'),
    warn: of('warn'),
    info: of('info'),
    font: of('font'),
    page: of('page'),
  };
}

/** A colour with that much of it left. */
export const faint = (colour: string, share: number) => {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return `rgba(${red}, ${green}, ${blue}, ${share})`;
};

/** Colours of compared series, in their order. */
export const seriesColours = (all: ReturnType<typeof colours>) => [all.accent, all.info, all.warn, all.up, all.down];
