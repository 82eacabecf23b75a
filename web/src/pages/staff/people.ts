import type { Body } from '../../api/client';
import { viewer } from '../../live/viewer.svelte';

export type Person = Body<'/session/admin/users'>['users'][number];
export type Role = Person['role'];

export const roles: [value: Role, label: string][] = [
  ['member', 'Member: no permission of staff'],
  ['staff', 'Staff: the permissions below'],
  ['alpha', 'Staff who change staff'],
];

export const roleName = (role: Role) =>
  role === 'member' ? 'Member' : role === 'staff' ? 'Staff' : 'Staff, changes staff';

/** Why the viewer changes nothing of this person; null where they may. The API decides. */
export function spared(person: Person): string | null {
  if (person.id === viewer.person?.id) return 'This is your own account: somebody else of staff changes it.';
  if (person.role !== 'member' && !viewer.may('alpha'))
    return 'Only staff who change staff may change an account of staff.';
  return null;
}
