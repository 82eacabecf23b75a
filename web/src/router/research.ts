import type { PagesByKey } from './page';

/** Projects and pages of research. */
export const researchPages: PagesByKey = {};
