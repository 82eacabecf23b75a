import type { PagesByKey } from './page';

/** Signing in, one's own account, and organizations. */
export const accountPages: PagesByKey = {};
