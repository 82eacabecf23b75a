/** A chart's code, fetched while the figures are still awaited. That it did not come is said where the chart would stand. */
export function early<Module>(code: Promise<Module>): Promise<Module> {
  code.catch(() => {});
  return code;
}
