import type { PagesByKey } from './page';

/** Pages for staff. */
export const staffPages: PagesByKey = {};
