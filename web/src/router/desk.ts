import type { PagesByKey } from './page';

/** What a person has on the desk: library, inbox, alerts, data, classroom, spaces. */
export const deskPages: PagesByKey = {};
