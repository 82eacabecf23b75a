import type { Column } from '../../parts/table';
import { millisecondsACall, type Component } from './modules';
import { storedBytes } from './storedBytes';

/** The columns of `ComponentRow`. */
export const componentColumns: Column<Component>[] = [
  { label: 'Component', sort: (one) => one.name },
  { label: 'Version', wide: true },
  { label: 'State', sort: (one) => one.state },
  { label: 'Operations', num: true, wide: true, sort: (one) => one.routes },
  {
    label: 'Stored',
    num: true,
    wide: true,
    title: 'Its own tables, files and values by key',
    sort: (one) => storedBytes(one) ?? -1,
  },
  { label: 'Calls', num: true, sort: (one) => one.figures.calls },
  { label: 'Faults', num: true, title: 'Calls that came to nothing', sort: (one) => one.figures.faults },
  { label: 'CPU a call, mean', num: true, wide: true, sort: (one) => Number(millisecondsACall([one]) ?? -1) },
];
