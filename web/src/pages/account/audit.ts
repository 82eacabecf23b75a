import { atTime } from '../../figures/time';

/** The kinds of actions by which the log is filtered. */
export const actionKinds: [string, string][] = [
  ['', 'Everything'],
  ['membership', 'Members'],
  ['invitation', 'Invitations'],
  ['api_key', 'Keys'],
  ['webhook', 'Webhooks'],
  ['organization', 'The organization'],
  ['single_sign_on', 'Single sign-on'],
];

/** `api_key.minted`: Api key minted */
export function actionName(action: string): string {
  const words = action.replace('api_key', 'key').replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Difference {
  member: string;
  before: string | null;
  after: string | null;
}

/** The members of a thing that an action changed. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  const members = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return members
    .map((member) => ({ member: member.replaceAll('_', ' '), before: text(old[member]), after: text(now[member]) }))
    .filter((one) => one.before !== one.after);
}

function membersOf(thing: unknown): Record<string, unknown> {
  if (thing === null || thing === undefined) return {};
  return typeof thing === 'object' && !Array.isArray(thing) ? (thing as Record<string, unknown>) : { value: thing };
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ') || 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? atTime(value) : value;
}
